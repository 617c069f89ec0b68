import { type Database, rowsOf } from '../platform/database/database.ts';
import { sql } from '../platform/database/drizzle.ts';

/** Less in an hour is no bulk of blocks. */
const minBytes = 2 ** 30;
const lookBackDays = 90;

/** Returns the most block bytes that a node of this executor verified in an hour; null if none synced recently. Reads the hourly history of at most 50 nodes. */
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
