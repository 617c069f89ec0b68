import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keepHistory } from '../../../../src/control-plane/history/metrics/retention.ts';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const database = sharedDatabase();

const run = (now: string) =>
  keepHistory(database, { sampleRetentionDays: 7, now: new Date(now) }, new AbortController().signal);

async function partitions(table: string): Promise<string[]> {
  const found = await database.execute(
    sql`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ${table}::regclass ORDER BY 1`,
  );
  return rowsOf<{ name: string }>(found).map(({ name }) => name);
}

const store = (at: string) =>
  database.execute(sql`INSERT INTO node_sample (node_id, at, height) VALUES (${randomUUID()}, ${at}, 1)`);

async function stored(): Promise<{ partition: string; at: string }[]> {
  const found = await database.execute(
    sql`SELECT tableoid::regclass::text AS partition, to_char(at, 'YYYY-MM-DD') AS at FROM node_sample ORDER BY node_sample.at`,
  );
  return rowsOf(found);
}

test('partitions are made ahead of their time, and dropped once all that is in them is old', async () => {
  await run('2030-03-30T23:59:00Z');
  expect(await partitions('node_sample')).toEqual(['node_sample_20300331', 'node_sample_20300401', 'node_sample_rest']);
  expect(await partitions('node_hour')).toEqual(['node_hour_203004', 'node_hour_203005', 'node_hour_rest']);
  for (const day of ['03-30', '03-31', '04-01']) await store(`2030-${day}T12:00:00Z`);
  await run('2030-04-01T12:00:00Z');
  // The last day with a sample of the last 24 hours is kept whole; the rest is deleted sample by sample.
  expect(await stored()).toEqual([
    { partition: 'node_sample_20300331', at: '2030-03-31' },
    { partition: 'node_sample_20300401', at: '2030-04-01' },
  ]);
  await run('2030-04-02T00:00:00Z');
  expect(await stored()).toEqual([{ partition: 'node_sample_20300401', at: '2030-04-01' }]);
  expect(await partitions('node_sample')).toEqual([
    'node_sample_20300401',
    'node_sample_20300402',
    'node_sample_20300403',
    'node_sample_20300404',
    'node_sample_rest',
  ]);
});

test('a sample that came before the partition of its day is moved there', async () => {
  await store('2030-05-02T12:00:00Z');
  await run('2030-05-01T00:00:00Z');
  expect(await stored()).toEqual([{ partition: 'node_sample_20300502', at: '2030-05-02' }]);
});

test('two replicas that make the same partitions do not disturb each other', async () => {
  await Promise.all([run('2030-06-01T00:00:00Z'), run('2030-06-01T00:00:00Z')]);
  expect(await partitions('node_minute')).toContain('node_minute_20300603');
});
