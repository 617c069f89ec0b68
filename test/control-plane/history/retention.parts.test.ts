import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldEvents, eventPartitions } from '../../../src/control-plane/history/events/retention.ts';
import { keepHistory } from '../../../src/control-plane/history/metrics/retention.ts';
import { rowsOf } from '../../../src/control-plane/platform/database/database.ts';
import { makePartitionsAhead } from '../../../src/control-plane/platform/database/partitions.ts';
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

  test('an event lies in the month of its id, and one of no month in the rest; each id is stored once', async () => {
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
    database.execute(sql`INSERT INTO node_sample (node_id, at, height) VALUES (${randomUUID()}, ${at}, 1)`);

  async function stored(): Promise<{ partition: string; at: string }[]> {
    const found = await database.execute(
      sql`SELECT tableoid::regclass::text AS partition, to_char(at, 'YYYY-MM-DD') AS at FROM node_sample ORDER BY node_sample.at`,
    );
    return rowsOf(found);
  }

  test('partitions are made ahead of their time, and dropped once all that is in them is old', async () => {
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
