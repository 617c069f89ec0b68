import { systemClock } from '../../../timing/clock.ts';
import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { type Database, oneRow, rowsOf, type SQL, sql } from '../../platform/database/database.ts';
import { silence } from '../../tables/executors.ts';
import { addToRollup, seriesColumns, seriesFromJson } from './rollup.ts';
import { executorHistory } from './sources.ts';

/** A larger piece would keep PostgreSQL busy for seconds, while everyone else waits. */
const atOnce = 2000;
/** The pause after each piece, as a multiple of the time it took: a run for 100,000 hosts takes a quarter of its minute. */
const pause = 3;

export const sampleExecutorsJob = (database: Database): PeriodicTask => ({
  what: 'sample executor resources',
  everySeconds: 60,
  maxEverySeconds: 0,
  run: async (signal) => {
    const found = await database.execute(sql`SELECT date_trunc('minute', now())::text AS text`);
    const minute = sql`${oneRow(rowsOf<{ text: string }>(found)).text}::timestamptz`;
    let last: Sampled | undefined;
    do {
      const startedAt = systemClock.elapsed();
      last = await sampleSome(database, minute, last);
      if (last !== undefined) await systemClock.sleep(pause * (systemClock.elapsed() - startedAt), signal);
    } while (last !== undefined && !signal.aborted);
  },
});

interface Sampled {
  organizationId: string;
  executorId: string;
}

const columns = seriesColumns(executorHistory);

/**
 * Stores the last heartbeats' resources of the executors after `last`, and returns the last of them if there may be
 * more. Silent executors get a gap; a second run in a minute changes nothing.
 */
async function sampleSome(database: Database, minute: SQL, last: Sampled | undefined): Promise<Sampled | undefined> {
  const after = last && sql`WHERE (organization_id, id) > (${last.organizationId}, ${last.executorId}::uuid)`;
  const stored = await database.execute(sql`
    WITH piece AS (SELECT * FROM executor ${after} ORDER BY organization_id, id LIMIT ${atOnce}),
    seen AS (
      SELECT organization_id, id AS executor_id, ${minute} AS at, ${seriesFromJson(executorHistory, 'resources')}
      FROM piece AS executor WHERE online AND last_seen_at > now() - make_interval(secs => ${silence})),
    fresh AS (
      INSERT INTO executor_minute (organization_id, executor_id, at, ${columns})
      SELECT organization_id, executor_id, at, ${columns} FROM seen
      ON CONFLICT DO NOTHING RETURNING *),
    hours AS (${addToRollup(executorHistory, 'hour', 'fresh')})
    SELECT organization_id AS "organizationId", id AS "executorId" FROM piece ORDER BY organization_id, id OFFSET ${atOnce - 1}`);
  return rowsOf<Sampled>(stored)[0];
}
