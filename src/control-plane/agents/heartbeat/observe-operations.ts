import type { MoveReportInput, ObservedNodeInput, ReindexReportInput } from '../../../contract/types.generated.ts';
import { isPending } from '../../nodes/data/reindex.ts';
import { isMovePending } from '../../nodes/pending-move.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, inArray, sql } from '../../platform/database/drizzle.ts';
import { node, type StoredMove, type StoredReindex } from '../../tables/nodes.ts';

/**
 * Stores how far the moves and rebuilds are that an executor reports. Returns whether the executor's desired state is another one then: a move
 * has ended, or continues although it was cancelled, or a rebuild has started or ended. Costs no statement where none is reported.
 */
export async function observeOperations(
  transaction: Database,
  executorId: string,
  observed: readonly ObservedNodeInput[],
): Promise<boolean> {
  const reports = new Map(observed.filter(({ move, reindex }) => move || reindex).map((report) => [report.id, report]));
  if (reports.size === 0) return false;
  const rows = await transaction
    .select({ id: node.id, move: node.move, reindex: node.reindex })
    .from(node)
    .where(and(eq(node.executorId, executorId), inArray(sql`${node.id}::text`, [...reports.keys()])));
  const now = new Date().toISOString();
  let isOther = false;
  for (const before of rows) {
    const report = reports.get(before.id);
    const move = report?.move ? moveAfterReport(before.move, report.move, now) : undefined;
    const reindex = report?.reindex ? reindexAfterReport(before.reindex, report.reindex, now) : undefined;
    if (move === undefined && reindex === undefined) continue;
    // Drizzle leaves out what is undefined.
    await transaction.update(node).set({ move, reindex }).where(eq(node.id, before.id));
    const isOtherMove = move !== undefined && isMovePending(before.move) !== isMovePending(move);
    isOther ||= isOtherMove || reindex !== undefined;
  }
  return isOther;
}

/**
 * Returns undefined where a report says nothing new, or speaks of another request. A move that was cancelled too late, because its agent had
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

/** Returns undefined where a report says nothing new, or speaks of another request. Pure. */
export function reindexAfterReport(
  reindex: StoredReindex | null,
  report: ReindexReportInput,
  now: string,
): StoredReindex | undefined {
  if (!isPending(reindex) || reindex.requestId !== report.id || report.state === 'asked') return undefined;
  if (report.state === reindex.state) return undefined;
  const ended = report.state === 'done' || report.state === 'failed';
  return {
    ...reindex,
    state: report.state,
    begunAt: reindex.begunAt ?? report.begunAt ?? (report.state === 'failed' ? null : now),
    endedAt: ended ? now : null,
    reason: report.reason ?? null,
  };
}
