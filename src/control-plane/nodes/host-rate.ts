import { type Database, rowsOf } from '../platform/database/database.ts';
import { sql } from '../platform/database/drizzle.ts';

/** Less within an hour is no bulk of blocks: it says nothing of what the host can do. */
const minBytes = 2 ** 30;
const lookBackDays = 90;

/**
 * Returns the most bytes of blocks that a node of this executor has verified within an hour; null while none has synced there lately. It is read
 * off the history by the hour, for at most 50 nodes.
 */
export async function hostBytesPerHour(database: Database, executorId: string): Promise<number | null> {
  const rows = rowsOf<{ rate: number | null }>(
    await database.execute(sql`
      SELECT max(sample.size_on_disk_bytes_max - sample.size_on_disk_bytes_min)::float8 AS rate
      FROM (SELECT id FROM node WHERE executor_id = ${executorId} ORDER BY id LIMIT 50) AS here
      JOIN node_hour AS sample ON sample.node_id = here.id
        AND sample.at > now() - make_interval(days => ${lookBackDays})`),
  );
  const rate = rows[0]?.rate ?? null;
  return rate !== null && rate >= minBytes ? rate : null;
}
