import type { PeriodicTask } from '../../../timing/periodic-task.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { silence } from '../../tables/executors.ts';
import { addToRollup, seriesColumns, seriesFromJson } from './rollup.ts';
import { executorHistory } from './sources.ts';

export const sampleExecutorsJob = (database: Database): PeriodicTask => ({
  what: 'sample executor resources',
  everySeconds: 60,
  run: () => sampleExecutors(database),
});

const columns = seriesColumns(executorHistory);

/** Stores the last heartbeats' resources. Silent executors get a gap; a second run in a minute changes nothing. */
async function sampleExecutors(database: Database): Promise<void> {
  await database.execute(sql`
    WITH seen AS (
      SELECT organization_id, id AS executor_id, date_trunc('minute', now()) AS at, ${seriesFromJson(executorHistory, 'resources')}
      FROM executor WHERE online AND last_seen_at > now() - make_interval(secs => ${silence})),
    fresh AS (
      INSERT INTO executor_minute (organization_id, executor_id, at, ${columns})
      SELECT organization_id, executor_id, at, ${columns} FROM seen
      ON CONFLICT DO NOTHING RETURNING *)
    ${addToRollup(executorHistory, 'hour', 'fresh')}`);
}
