import { randomUUIDv7 } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { batchReports } from '../../../../src/control-plane/history/events/insert-reports.ts';
import { rowsOf, sql } from '../../../../src/control-plane/platform/database/database.ts';
import { insertExecutor, insertOrganization } from '../../../harness/rows.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const database = sharedDatabase();

const eventOf = (id: string = randomUUIDv7()) =>
  JSON.stringify({ id, at: new Date(), level: 'info', kind: 'test.batch', message: '', nodeId: null, data: null });

async function executors(count: number) {
  const organizationId = await insertOrganization(database);
  const names = Array.from({ length: count }, (_, index) => `host-${index}`);
  const ids = await Promise.all(names.map((name) => insertExecutor(database, organizationId, { name })));
  const reports = names.map((executorName, index) => ({
    executorName,
    executorId: ids[index] ?? '',
    events: [eventOf()],
  }));
  return { organizationId, reports };
}

async function stored(organizationId: string) {
  const found = sql`SELECT executor_name AS name, xmin::text AS transaction FROM event WHERE organization_id = ${organizationId} ORDER BY sequence`;
  return rowsOf<{ name: string; transaction: string }>(await database.execute(found));
}

test('stores simultaneous reports with one commit, and counts them for each executor', async () => {
  const insert = batchReports();
  const { organizationId, reports } = await executors(20);
  const [first, ...others] = reports.map((report, index) =>
    index === 3 ? { ...report, events: [eventOf(), ...report.events, eventOf()] } : report,
  );
  const send = (report: (typeof reports)[number] | undefined) =>
    report === undefined ? 0 : insert(database, organizationId, report);
  expect(await Promise.all([send(first), send(first), ...others.map(send)])).toEqual([
    1,
    0,
    1,
    1,
    3,
    ...Array(16).fill(1),
  ]);
  const rows = await stored(organizationId);
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
  expect([...new Set(rows.map(({ name }) => name))]).toEqual(reports.map(({ executorName }) => executorName));
});

test('a report that PostgreSQL refuses fails no other one', async () => {
  const insert = batchReports();
  const { organizationId, reports } = await executors(3);
  const sent = reports.map((report, index) => (index === 1 ? { ...report, events: [eventOf('no-uuid')] } : report));
  const outcomes = await Promise.allSettled(sent.map((report) => insert(database, organizationId, report)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await stored(organizationId)).map(({ name }) => name).toSorted()).toEqual(['host-0', 'host-2']);
});

test.each(['57014', '53300'])(
  'reports that a slow database fails with %s are not repeated one by one',
  async (code) => {
    const insert = batchReports();
    const { organizationId, reports } = await executors(3);
    const query = vi.fn(() => Promise.reject(Object.assign(new Error('no'), { code })));
    const slow = drizzle({ client: { query } as unknown as pg.Client });
    const outcomes = await Promise.allSettled(reports.map((report) => insert(slow, organizationId, report)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(query).toHaveBeenCalledOnce();
  },
);
