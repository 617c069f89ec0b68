import { and, eq, sql } from 'drizzle-orm';
import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { domainError } from '../input/errors.ts';
import { lockNode } from '../nodes/find-nodes.ts';
import { notExpired } from './session-expiry.ts';
import { logSession } from './table.ts';

/** Each heartbeat repeats what waits for an answer. */
const maxOpenSessions = 20;

/** Opens a log session within a transaction. Throws Forbidden, `executor_offline` and `limit_reached`. */
export async function openLogSession(
  transaction: Database,
  organizationId: string,
  { nodeId, tail }: { nodeId: string; tail: number },
): Promise<typeof logSession.$inferSelect> {
  // Locked, so that two requests at once do not both open the last one.
  const node = await lockNode(transaction, organizationId, nodeId);
  if (!node.executor.online) {
    throw domainError(
      'executor_offline',
      `${node.executor.name} is offline, so it cannot read the log of ${node.name}`,
    );
  }
  const [open] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(logSession)
    .where(and(eq(logSession.nodeId, node.id), eq(logSession.status, 'pending'), notExpired));
  if ((open?.count ?? 0) >= maxOpenSessions) {
    throw domainError(
      'limit_reached',
      `${maxOpenSessions} log sessions of ${node.name} wait for an answer already; wait for one of them, or until they end after ten minutes`,
    );
  }
  const [row] = await transaction
    .insert(logSession)
    .values({ organizationId, nodeId: node.id, executorId: node.executorId, tail })
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the log session that it inserted');
  await publish(transaction, { kind: 'nudge', executorId: node.executorId });
  return row;
}
