import type { RequestArgs, RequestKind } from '../../../contract/agent-requests.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, getTableColumns, inArray, sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import { type AgentRequestRow, agentRequest } from '../../tables/agent-requests.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { isAwaited, notExpired, requestLimits } from './limits.ts';

/**
 * Opens a request on a locked node, so that two concurrent requests cannot exceed the limit. Throws `executor_offline`
 * and `limit_reached`.
 */
export async function openRequest<K extends RequestKind>(
  transaction: Database,
  { id: nodeId, name, organizationId, executorId, executor }: NodeRow,
  kind: K,
  args: RequestArgs<K>,
): Promise<AgentRequestRow<K>> {
  const { purpose, awaitedSeconds, keptSeconds, maxOfNode, countedWith, maxOfExecutor } = requestLimits[kind];
  if (!executor.online) {
    throw domainError('executor_offline', `${executor.name} is offline, so it cannot ${purpose} ${name}`);
  }
  const isOfNode = and(eq(agentRequest.nodeId, nodeId), inArray(agentRequest.kind, [...countedWith]));
  const [open = { ofNode: 0, ofExecutor: 0 }] = await transaction
    .select({
      ofNode: sql<number>`(count(*) FILTER (WHERE ${isOfNode}))::int`,
      ofExecutor: sql<number>`(count(*) FILTER (WHERE ${eq(agentRequest.kind, kind)}))::int`,
    })
    .from(agentRequest)
    .where(and(eq(agentRequest.executorId, executorId), isAwaited));
  const full = (what: string) =>
    domainError('limit_reached', `${what} are already open; close one of them, or try again in a minute`);
  if (open.ofNode >= maxOfNode) throw full(`${maxOfNode} requests to ${purpose} ${name}`);
  if (open.ofExecutor >= maxOfExecutor) throw full(`${maxOfExecutor} such requests on ${executor.name}`);
  const fromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
  const life = { awaitedUntil: fromNow(awaitedSeconds), expiresAt: fromNow(keptSeconds) };
  const [row] = await transaction
    .insert(agentRequest)
    .values({ organizationId, nodeId, executorId, kind, args, ...life })
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the inserted request');
  await publish(transaction, { kind: 'nudge', executorId });
  return row as AgentRequestRow<K>;
}

/** Returns a request with its answer; `failed` if no agent answered in time. */
export async function findRequest<K extends RequestKind>(
  { budget, database }: RequestContext,
  organizationId: string,
  { id, kinds }: { id: string; kinds: readonly K[] },
): Promise<AgentRequestRow<K> | undefined> {
  if (!isUuid(id)) return undefined;
  const isOverdue = sql<boolean>`${eq(agentRequest.status, 'pending')} AND NOT (${isAwaited})`;
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
  const overdue = { status: 'failed', error: 'the agent did not answer in time' };
  return (row?.isOverdue ? { ...row, ...overdue } : row) as AgentRequestRow<K> | undefined;
}
