import { randomUUIDv7 } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { batchReports } from '../../../../src/control-plane/history/events/insert-reports.ts';
import { type Database, rowsOf, sql } from '../../../../src/control-plane/platform/database/database.ts';
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

test('simultaneous reports of an organization are stored with one commit, and each is counted for its executor', async () => {
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

test('a report that fails, or whose caller went away, fails no other one', async () => {
  const insert = batchReports();
  const { organizationId, reports } = await executors(3);
  const away = drizzle({ client: { query: () => Promise.reject(new Error('cancelled')) } as unknown as pg.Client });
  const [first, second, third] = reports;
  const send = (report = first, on: Database = database) =>
    insert(on, organizationId, report as (typeof reports)[number]);
  const outcomes = await Promise.allSettled([
    send(first, away),
    send(second),
    send({ ...(third as (typeof reports)[number]), events: [eventOf('no-uuid')] }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(await stored(organizationId)).toMatchObject([{ name: second?.executorName }]);
});
