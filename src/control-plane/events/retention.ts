import { sql } from 'drizzle-orm';
import { sampleKind } from '../../contract/event-kinds.ts';
import { type Database, rowsOf } from '../database/database.ts';
import type { ReplicaJob } from '../jobs/run-on-one-replica.ts';
import type { ControlPlaneSettings } from '../settings.ts';

/** Events are deleted in batches, so that no request waits long. */
const batchSize = 5000;

/** Deletes old events every hour. */
export const retentionJob = (database: Database, settings: ControlPlaneSettings): ReplicaJob => ({
  what: 'delete old events',
  everySeconds: 3600,
  run: (signal) =>
    deleteOldEvents(database, { events: settings.eventRetentionDays, samples: settings.sampleRetentionDays }, signal),
});

/**
 * Deletes events and samples that arrived longer ago than they are kept, and then the nodes that were removed longer ago than events are
 * kept.
 */
export async function deleteOldEvents(
  database: Database,
  retentionDays: { events: number; samples: number },
  signal: AbortSignal,
): Promise<void> {
  for (const [condition, days] of [
    [sql`kind = ${sampleKind}`, retentionDays.samples],
    [sql`kind <> ${sampleKind}`, retentionDays.events],
  ] as const) {
    for (let deleted = batchSize; deleted === batchSize && !signal.aborted; ) {
      const result = await database.execute(sql`
        DELETE FROM event WHERE sequence IN (
          SELECT sequence FROM event WHERE ${condition} AND received_at < now() - make_interval(days => ${days}::int)
          ORDER BY received_at LIMIT ${batchSize})
        RETURNING 1`);
      deleted = rowsOf(result).length;
    }
  }
  await database.execute(
    sql`DELETE FROM node WHERE removed_at < now() - make_interval(days => ${retentionDays.events}::int)`,
  );
}
