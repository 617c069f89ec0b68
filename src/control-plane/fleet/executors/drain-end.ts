import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';

/**
 * Whether a node's daemon has ended, as far as is reported. What was reported of an earlier revision proves nothing: the node may just
 * have been about to start.
 */
export const hasEnded = sql`(observed ->> 'phase' = 'deleted'
  OR (observed ->> 'phase' = 'stopped' AND (observed ->> 'appliedRevision')::int >= revision))`;

type Drained = Pick<ExecutorRow, 'id' | 'name' | 'drain'>;

/**
 * Completes the drain of an executor once the last daemon has ended, and returns the event of that, to be recorded. Call it in the
 * transaction that changed the executor or its nodes.
 */
export async function completeDrain<R extends Drained>(
  transaction: Database,
  row: R,
): Promise<{ row: R; events: ControlPlaneEvent[] }> {
  const { drain } = row;
  if (drain === null || drain.completedAt !== null) return { row, events: [] };
  const [running] = await transaction
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.executorId, row.id), isNull(node.removedAt), sql`${hasEnded} IS NOT TRUE`))
    .limit(1);
  if (running !== undefined) return { row, events: [] };
  const completed = { ...drain, completedAt: new Date().toISOString() };
  await transaction.update(executor).set({ drain: completed }).where(eq(executor.id, row.id));
  return {
    row: { ...row, drain: completed },
    events: [
      {
        kind: 'executor.drained',
        message: `${row.name} is drained: the last of its daemons has ended.`,
        executorName: row.name,
      },
    ],
  };
}
