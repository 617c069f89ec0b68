import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EventQuota, eventQuota } from '../../../src/control-plane/history/events/event-quota.ts';
import { batchReports } from '../../../src/control-plane/history/events/insert-reports.ts';
import { deleteOldEvents, eventPartitions } from '../../../src/control-plane/history/events/retention.ts';
import { storeEvents } from '../../../src/control-plane/history/events/store-events.ts';
import { keepHistory } from '../../../src/control-plane/history/metrics/retention.ts';
import { rowsOf } from '../../../src/control-plane/platform/database/database.ts';
import { makePartitionsAhead } from '../../../src/control-plane/platform/database/partitions.ts';
import { BulkWork } from '../../../src/control-plane/platform/load/bulk-work.ts';
import { event } from '../../../src/control-plane/tables/events.ts';
import { insertExecutor, insertOrganization } from '../../harness/rows.ts';
import { sharedDatabase } from '../../harness/shared-control-plane.ts';

const database = sharedDatabase();

describe('the months of events', () => {
  beforeAll(async () => {
    await makePartitionsAhead(database, eventPartitions, { now: new Date('2029-12-15T00:00:00Z'), periods: 2 });
  });
  beforeEach(() => database.execute(sql`DELETE FROM event`));

  /** An id for this time, in the agents' format. */
  const idAt = (time: string) => `${eventPartitions.valueAt(new Date(time)).slice(0, 14)}7${randomUUID().slice(15)}`;

  const store = (message: string, id: string, receivedAt: string) =>
    database.execute(sql`
      INSERT INTO event (organization_id, id, at, received_at, level, kind, message)
      VALUES ('organization', ${id}, now(), ${receivedAt}, 'info', 'test.month', ${message})
      ON CONFLICT (organization_id, id) DO NOTHING`);

  async function stored(): Promise<Record<string, string>> {
    const found = await database.execute(sql`SELECT message, tableoid::regclass::text AS partition FROM event`);
    return Object.fromEntries(
      rowsOf<{ message: string; partition: string }>(found).map(({ message, partition }) => [message, partition]),
    );
  }

  const clean = (now: string) =>
    deleteOldEvents(database, { days: { events: 90, samples: 7 }, now: new Date(now) }, new AbortController().signal);

  test('stores an event in the partition of its id’s month or the default one, once', async () => {
    const january = idAt('2030-01-31T23:59:59.999Z');
    await store('january', january, '2030-02-01T00:00:00Z');
    await store('february', idAt('2030-02-01T00:00:00.000Z'), '2030-02-01T00:00:00Z');
    await store('random', randomUUID(), '2030-01-15T00:00:00Z');
    await store('again', january, '2030-03-31T00:00:00Z');
    expect(await stored()).toEqual({ january: 'event_203001', february: 'event_203002', random: 'event_rest' });
  });

  test('a month is dropped once its last event arrived longer ago than events are kept', async () => {
    await store('in time', idAt('2030-01-10T00:00:00Z'), '2030-01-10T00:00:00Z');
    await store('late', idAt('2030-01-10T00:00:00Z'), '2030-02-20T00:00:00Z');
    await store('random', randomUUID(), '2030-02-20T00:00:00Z');
    await clean('2030-05-20T00:00:00Z');
    expect(Object.keys(await stored()).toSorted()).toEqual(['in time', 'late', 'random']);
    await clean('2030-05-22T00:00:00Z');
    expect(await stored()).toEqual({});
    const found = await database.execute(sql`SELECT to_regclass('event_203001')::text AS name`);
    expect(rowsOf(found)).toEqual([{ name: null }]);
  });

  test('nobody can keep a month for ever by sending late events of it', async () => {
    await makePartitionsAhead(database, eventPartitions, { now: new Date('2029-12-15T00:00:00Z'), periods: 1 });
    const now = '2030-08-01T00:00:00Z';
    await store('in time', idAt('2030-01-10T00:00:00Z'), '2030-01-10T00:00:00Z');
    await store('hostile', idAt('2030-01-10T00:00:00Z'), now);
    await clean(now);
    expect(await stored()).toEqual({});
  });
});

describe('the partitions of measurements', () => {
  const run = (now: string) =>
    keepHistory(database, { sampleRetentionDays: 7, now: new Date(now) }, new AbortController().signal);

  async function partitions(table: string): Promise<string[]> {
    const found = await database.execute(
      sql`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = ${table}::regclass ORDER BY 1`,
    );
    return rowsOf<{ name: string }>(found).map(({ name }) => name);
  }

  const store = (at: string) =>
    database.execute(
      sql`INSERT INTO node_sample (organization_id, node_id, at, height) VALUES ('any', ${randomUUID()}, ${at}, 1)`,
    );

  async function stored(): Promise<{ partition: string; at: string }[]> {
    const found = await database.execute(
      sql`SELECT tableoid::regclass::text AS partition, to_char(at, 'YYYY-MM-DD') AS at FROM node_sample ORDER BY node_sample.at`,
    );
    return rowsOf(found);
  }

  test('creates partitions ahead of time, and drops those with only old rows', async () => {
    await run('2030-03-30T23:59:00Z');
    expect(await partitions('node_sample')).toEqual([
      'node_sample_20300331',
      'node_sample_20300401',
      'node_sample_rest',
    ]);
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
});

test('refuses events of an executor or organization beyond the daily limit', async () => {
  const mebibyte = 1024 ** 2;
  const organizationId = await insertOrganization(database);
  for (const name of ['host', 'neighbour']) await insertExecutor(database, organizationId, { name });
  /** Of 15 KiB each. */
  const events = (executorName: string, count: number) =>
    Array.from({ length: count }, () => ({
      ...{ id: randomUUID(), executorName, at: new Date().toISOString(), level: 'info' as const, kind: 'test.quota' },
      ...{ message: '', data: { text: 'x'.repeat(15_000) } },
    }));
  const report = (quota: EventQuota, executorName: string, reported: ReturnType<typeof events>) =>
    storeEvents(
      { database, bulk: new BulkWork(), sampleRetentionDays: 7, quota, insertReport: batchReports() },
      { organizationId, executorName },
      reported,
    );
  const stored = () => database.$count(event, eq(event.organizationId, organizationId));

  const quota = eventQuota({ executor: mebibyte, organization: 64 * mebibyte });
  const first = events('host', 60);
  // Events that are already stored cost nothing.
  for (let round = 0; round < 3; round++)
    expect(await report(quota, 'host', first)).toEqual({ accepted: 60, rejected: [] });
  await report(quota, 'host', events('host', 20));
  await expect(report(quota, 'host', events('host', 1))).rejects.toMatchObject({
    message: expect.stringMatching(/^host has stored 1 MiB of events within a day\. The agent keeps.* in \d+ s\./),
    extensions: { code: 'limit_reached' },
  });
  expect(await stored()).toBe(80);
  expect((await report(quota, 'neighbour', events('neighbour', 1))).accepted).toBe(1);
  const ofAll = eventQuota({ executor: 64 * mebibyte, organization: mebibyte });
  await report(ofAll, 'host', events('host', 80));
  await expect(report(ofAll, 'neighbour', events('neighbour', 1))).rejects.toThrow('the organization has stored 1 MiB');
});
