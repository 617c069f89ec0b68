import { expect, test } from 'vitest';
import { keepHistory } from '../../../../src/control-plane/history/metrics/retention.ts';
import { sampleExecutorsJob } from '../../../../src/control-plane/history/metrics/sample-executors.ts';
import { rowsOf, sql } from '../../../../src/control-plane/platform/database/database.ts';
import { insertExecutor, insertOrganization } from '../../../harness/rows.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const database = sharedDatabase();

test('thousands of hosts get one sample a minute each, silent ones none', async () => {
  const organizationId = await insertOrganization(database);
  const id = await insertExecutor(database, organizationId, { name: 'host' });
  const others = await insertOrganization(database);
  await database.execute(sql`
    INSERT INTO executor SELECT (jsonb_populate_record(executor, jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'host-' || n, 'online', true, 'last_seen_at', now(),
      'organization_id', CASE WHEN n % 2 = 0 THEN ${organizationId} ELSE ${others} END,
      'resources', jsonb_build_object('cpuCores', jsonb_build_object('total', n))))).*
    FROM executor, generate_series(1, 4500) AS n WHERE id = ${id}`);
  await database.execute(sql`UPDATE executor SET online = false WHERE name IN ('host', 'host-7')`);
  const job = sampleExecutorsJob(database);
  await job.run(new AbortController().signal);
  await job.run(new AbortController().signal);
  const ofBoth = sql`organization_id IN (${organizationId}, ${others})`;
  const minutes = rowsOf(
    await database.execute(sql`
      SELECT count(*)::int AS hosts, sum(cpu_cores_total)::int AS cores FROM executor_minute WHERE ${ofBoth} GROUP BY at`),
  );
  const hours = await database.execute(sql`SELECT sum(samples)::int AS samples FROM executor_hour WHERE ${ofBoth}`);
  // The second run may be in another minute.
  expect([1, 2]).toContain(minutes.length);
  for (const minute of minutes) expect(minute).toEqual({ hosts: 4499, cores: (4500 * 4501) / 2 - 7 });
  expect(rowsOf(hours)).toEqual([{ samples: 4499 * minutes.length }]);
});

test('all partitions of hours have room for the updates of a row beside it', async () => {
  await keepHistory(database, { sampleRetentionDays: 7, now: new Date() }, new AbortController().signal);
  const hours = await database.execute(
    sql`SELECT relname AS name, reloptions AS options FROM pg_class WHERE relname ~ '^(node|executor)_hour_(rest|[0-9]+)$'`,
  );
  const partitions = rowsOf<{ name: string; options: string[] }>(hours);
  expect(partitions.length).toBeGreaterThan(4);
  for (const { options } of partitions) expect(options).toEqual(['fillfactor=50']);
});
