import type { RequestKind } from '../../../contract/agent-requests.ts';
import { and, eq, getTableColumns, inArray, sql } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import { type AgentRequestRow, agentRequest } from '../../tables/agent-requests.ts';
import { isAwaited, notExpired } from './expiry.ts';

/** Returns a request of an organization with its answer; one that no agent answered in time has failed. */
export async function findRequest<K extends RequestKind>(
  { budget, database }: RequestContext,
  organizationId: string,
  { id, kinds }: { id: string; kinds: readonly K[] },
): Promise<AgentRequestRow<K> | undefined> {
  if (!isUuid(id)) return undefined;
  const isOverdue = sql<boolean>`${eq(agentRequest.status, 'pending')} AND NOT (${isAwaited})`;
  // Each may hold a MiB.
  const [row] = await budget.fetchRows(1, () =>
    database
      .select({ ...getTableColumns(agentRequest), isOverdue })
      .from(agentRequest)
      .where(
        and(
          eq(agentRequest.id, id),
          eq(agentRequest.organizationId, organizationId),
          inArray(agentRequest.kind, [...kinds]),
          notExpired,
        ),
      ),
  );
  const overdue = { status: 'failed', error: 'the agent did not answer within a minute' };
  return (row?.isOverdue ? { ...row, ...overdue } : row) as AgentRequestRow<K> | undefined;
}
