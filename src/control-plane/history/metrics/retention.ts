import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import {
  deleteInBatches,
  dropPartition,
  makePartitionsAhead,
  type PartitionedTable,
  partitionsOf,
} from '../../platform/database/partitions.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import { packMinutes } from './packed-minutes.ts';
import { executorHistory, type HistorySource, nodeHistory } from './sources.ts';
import { rawSampleDays } from './store-samples.ts';

const historyDays = 90;

const byTime = (name: string, period: PartitionedTable['period']): PartitionedTable => ({
  name,
  column: 'at',
  period,
  valueAt: (instant) => instant.toISOString(),
});

interface Retention {
  table: PartitionedTable;
  days: number;
  /** Whose minutes are packed before they are dropped. */
  packing?: HistorySource;
}

const retentions = (sampleRetentionDays: number): Retention[] => [
  { table: byTime('node_sample', 'day'), days: rawSampleDays },
  ...[nodeHistory, executorHistory].flatMap((source) => [
    { table: byTime(source.tables.minute, 'day'), days: sampleRetentionDays, packing: source },
    { table: byTime(source.packed, 'month'), days: historyDays },
    { table: { ...byTime(source.tables.hour, 'month'), fillFactor: 50 }, days: historyDays },
  ]),
];

export const historyRetentionJob = (database: Database, settings: ControlPlaneSettings): PeriodicTask => ({
  what: 'create and drop partitions of samples',
  everySeconds: 3600,
  run: (signal) =>
    keepHistory(database, { sampleRetentionDays: settings.sampleRetentionDays, now: new Date() }, signal),
});

/** Creates the next two partitions of each table, packs the minutes of expired ones, and drops those. */
export async function keepHistory(
  database: Database,
  { sampleRetentionDays, now }: { sampleRetentionDays: number; now: Date },
  signal: AbortSignal,
): Promise<void> {
  for (const { table, days, packing } of retentions(sampleRetentionDays)) {
    await makePartitionsAhead(database, table, { now, periods: 2 });
    const keptFrom = new Date(now.getTime() - days * 24 * 3600_000);
    for (const { name, to } of await partitionsOf(database, table)) {
      if (to > keptFrom) continue;
      if (packing !== undefined) await packMinutes(database, name, packing, keptFrom, signal);
      if (signal.aborted) return;
      await dropPartition(database, name, async (transaction) => {
        // Rows that arrived meanwhile from a slow clock: no more can be added to the partition now.
        if (packing !== undefined) await packMinutes(transaction, name, packing, keptFrom);
      });
    }
    const rest = `${table.name}_rest`;
    if (packing !== undefined) await packMinutes(database, rest, packing, keptFrom, signal);
    else await deleteInBatches(database, rest, sql`at < ${keptFrom.toISOString()}`, signal);
  }
}
