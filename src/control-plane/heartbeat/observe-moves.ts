import type { MoveReportInput, ObservedNodeInput } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { and, eq, inArray, sql } from '../database/drizzle.ts';
import { isMovePending } from '../nodes/pending-move.ts';
import { node, type StoredMove } from '../nodes/table.ts';

/**
 * Stores how far the moves to other data roots are that an executor reports. Returns whether one of them has ended, or goes on although it was
 * taken back: the executor's desired state is another one then. Costs no statement where none is reported.
 */
export async function observeMoves(
  transaction: Database,
  executorId: string,
  observed: readonly ObservedNodeInput[],
): Promise<boolean> {
  const reports = new Map(observed.flatMap(({ id, move }) => (move ? [[id, move] as const] : [])));
  if (reports.size === 0) return false;
  const rows = await transaction
    .select({ id: node.id, move: node.move })
    .from(node)
    .where(and(eq(node.executorId, executorId), inArray(sql`${node.id}::text`, [...reports.keys()])));
  let isOther = false;
  for (const { id, move } of rows) {
    const report = reports.get(id);
    const after = report && moveAfterReport(move, report, new Date().toISOString());
    if (after === undefined) continue;
    await transaction.update(node).set({ move: after }).where(eq(node.id, id));
    isOther ||= isMovePending(move) !== isMovePending(after);
  }
  return isOther;
}

/**
 * Returns undefined where a report says nothing new, or speaks of another request. A move that was taken back too late, because its agent had
 * not heard of that when it started the daemon on the copy, is shown as what it became. Pure.
 */
export function moveAfterReport(
  move: StoredMove | null,
  { id, state, copiedBytes, totalBytes, reason }: MoveReportInput,
  now: string,
): StoredMove | undefined {
  if (move === null || move.requestId !== id || state === 'asked' || state === move.state) return undefined;
  const wasTooLate = move.state === 'cancelled' && (state === 'starting' || state === 'done');
  if (!isMovePending(move) && !wasTooLate) return undefined;
  return {
    ...move,
    state,
    begunAt: move.begunAt ?? (state === 'failed' ? null : now),
    endedAt: state === 'done' || state === 'failed' ? now : null,
    copiedBytes: copiedBytes ?? move.copiedBytes ?? null,
    totalBytes: totalBytes ?? move.totalBytes ?? null,
    reason: reason ?? null,
  };
}
