import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { and, eq, gt, isNull, lt, or, sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import type { NodeRow } from '../nodes/table.ts';
import { nodeExplanation } from './table.ts';

/** The condition that people wait for an explanation. Nobody waits longer than seconds. */
export const isAwaited = and(
  gt(nodeExplanation.requestedAt, sql`now() - interval '10 seconds'`),
  or(isNull(nodeExplanation.explainedAt), lt(nodeExplanation.explainedAt, nodeExplanation.requestedAt)),
);

/** The condition that an answer is so recent that nobody needs another one. */
const isRecent = gt(nodeExplanation.explainedAt, sql`now() - interval '1 second'`);

/** Asks the agent of a node to explain it. Many who ask at once ask once. */
export const requestExplanation = (database: Database, { id, executorId }: NodeRow): Promise<void> =>
  transact(database, async (transaction) => {
    await transaction
      .insert(nodeExplanation)
      .values({ nodeId: id, executorId })
      .onConflictDoUpdate({
        target: nodeExplanation.nodeId,
        set: {
          executorId,
          requestedAt: sql`CASE WHEN ${or(isAwaited, isRecent)} THEN ${nodeExplanation.requestedAt} ELSE now() END`,
        },
      });
    await publish(transaction, { kind: 'nudge', executorId });
  });

export type StoredExplanation = typeof nodeExplanation.$inferSelect;

/** Returns the last explanation of a node. */
export async function readExplanation(database: Database, nodeId: string): Promise<StoredExplanation | undefined> {
  const [row] = await database.select().from(nodeExplanation).where(eq(nodeExplanation.nodeId, nodeId));
  return row;
}
