import type { ObservedNodeInput, ReindexReportInput } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { and, eq, inArray, sql } from '../database/drizzle.ts';
import { isPending } from '../nodes/data/reindex.ts';
import { node, type StoredReindex } from '../nodes/table.ts';

/**
 * Stores how far the rebuilds are that an executor reports. Returns whether one of them has ended or begun: the executor's desired state is
 * another one then. Costs no statement where none is reported.
 */
export async function observeReindexes(
  transaction: Database,
  executorId: string,
  observed: readonly ObservedNodeInput[],
): Promise<boolean> {
  const reports = new Map(observed.flatMap(({ id, reindex }) => (reindex ? [[id, reindex] as const] : [])));
  if (reports.size === 0) return false;
  const rows = await transaction
    .select({ id: node.id, reindex: node.reindex })
    .from(node)
    .where(and(eq(node.executorId, executorId), inArray(sql`${node.id}::text`, [...reports.keys()])));
  let hasChanged = false;
  for (const { id, reindex } of rows) {
    const report = reports.get(id);
    const after = report && reindexAfterReport(reindex, report, new Date().toISOString());
    if (after === undefined) continue;
    await transaction.update(node).set({ reindex: after }).where(eq(node.id, id));
    hasChanged = true;
  }
  return hasChanged;
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
