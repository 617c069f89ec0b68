import { sampleKind } from '../../../contract/events.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { type Database, rowsOf, sql } from '../../platform/database/database.ts';
import {
  deleteInBatches,
  dropPartition,
  makePartitionsAhead,
  type PartitionedTable,
  partitionsOf,
} from '../../platform/database/partitions.ts';
import type { ControlPlaneSettings } from '../../settings.ts';

function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export const eventPartitions: PartitionedTable = {
  name: 'event',
  column: 'id',
  period: 'month',
  valueAt: firstIdAt,
};

const dayMs = 24 * 3600_000;

export const retentionJob = (database: Database, settings: ControlPlaneSettings): PeriodicTask => ({
  what: 'delete old events',
  everySeconds: 3600,
  run: async (signal) => {
    const now = new Date();
    await makePartitionsAhead(database, eventPartitions, { now, periods: 2 });
    const days = { events: settings.eventRetentionDays, samples: settings.sampleRetentionDays };
    await deleteOldEvents(database, { days, now }, signal);
  },
});

/** Deletes expired events, by month or row by row, and nodes that were removed longer ago than events are kept. */
export async function deleteOldEvents(
  database: Database,
  { days, now }: { days: { events: number; samples: number }; now: Date },
  signal: AbortSignal,
): Promise<void> {
  const daysAgo = (count: number) => new Date(now.getTime() - count * dayMs);
  for (const { name, to } of await partitionsOf(database, eventPartitions)) {
    if (signal.aborted || to > daysAgo(days.events)) continue;
    // Late events are kept as long as others, but sending more of them must not keep a month forever.
    if (to <= daysAgo(2 * days.events) || !(await arrivedSince(database, name, daysAgo(days.events))))
      await dropPartition(database, name);
  }
  const rest = `${eventPartitions.name}_rest`;
  for (const [condition, keptDays] of [
    [sql`kind = ${sampleKind}`, days.samples],
    [sql`kind <> ${sampleKind}`, days.events],
  ] as const) {
    const old = sql`${condition} AND received_at < ${daysAgo(keptDays).toISOString()}`;
    await deleteInBatches(database, rest, old, signal);
  }
  await database.execute(sql`DELETE FROM node WHERE removed_at < ${daysAgo(days.events).toISOString()}`);
}

async function arrivedSince(database: Database, partition: string, since: Date): Promise<boolean> {
  const found = await database.execute(
    sql`SELECT 1 FROM ${sql.identifier(partition)} WHERE received_at >= ${since.toISOString()} LIMIT 1`,
  );
  return rowsOf(found).length > 0;
}
