import { sql } from 'drizzle-orm';
import type { PeriodicTask } from '../../timing/periodic-task.ts';
import type { Database } from '../database/database.ts';
import {
  deleteInBatches,
  dropPartition,
  makePartitionsAhead,
  type PartitionedTable,
  partitionsOf,
} from '../database/partitions.ts';
import type { ControlPlaneSettings } from '../settings.ts';
import { rawSampleDays } from './store-samples.ts';

/** How long the history is kept by the hour. */
export const historyDays = 90;

const byTime = (name: string, period: PartitionedTable['period']): PartitionedTable => ({
  name,
  column: 'at',
  period,
  valueAt: (instant) => instant.toISOString(),
});

/** Returns how long each table of the history is kept. */
const retentions = (sampleRetentionDays: number): { table: PartitionedTable; days: number }[] => [
  { table: byTime('node_sample', 'day'), days: rawSampleDays },
  { table: byTime('node_minute', 'day'), days: sampleRetentionDays },
  { table: byTime('node_hour', 'month'), days: historyDays },
  { table: byTime('executor_minute', 'day'), days: sampleRetentionDays },
  { table: byTime('executor_hour', 'month'), days: historyDays },
];

/** Makes the partitions of the history and drops the old ones, every hour. */
export const historyRetentionJob = (database: Database, settings: ControlPlaneSettings): PeriodicTask => ({
  what: 'make and drop the partitions of the samples',
  everySeconds: 3600,
  run: (signal) =>
    keepHistory(database, { sampleRetentionDays: settings.sampleRetentionDays, now: new Date() }, signal),
});

/** Makes the partitions of the next two periods, and drops each that ended longer ago than it is kept. */
export async function keepHistory(
  database: Database,
  { sampleRetentionDays, now }: { sampleRetentionDays: number; now: Date },
  signal: AbortSignal,
): Promise<void> {
  for (const { table, days } of retentions(sampleRetentionDays)) {
    await makePartitionsAhead(database, table, { now, periods: 2 });
    const keptFrom = new Date(now.getTime() - days * 24 * 3600_000);
    for (const { name, to } of await partitionsOf(database, table)) {
      if (to <= keptFrom && !signal.aborted) await dropPartition(database, name);
    }
    await deleteInBatches(database, `${table.name}_rest`, sql`at < ${keptFrom.toISOString()}`, signal);
  }
}
