import { beforeEach, expect, test } from 'vitest';
import { prepareRepeatHeartbeat } from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import { markOffline } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { RefusedHeartbeats } from '../../../../src/control-plane/fleet/executors/refused-heartbeats.ts';
import { lockEventOrder } from '../../../../src/control-plane/history/events/record-events.ts';
import { eq, sql } from '../../../../src/control-plane/platform/database/database.ts';
import { event } from '../../../../src/control-plane/tables/events.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { countStatements } from '../../../harness/counted-statements.ts';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { executorRow, insertOrganization } from '../../../harness/rows.ts';
import { sharedClient, sharedDatabase, sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const server = sharedServerDatabase();
const client = sharedClient(() => server.databaseUrl);
const observer = sharedClient(() => server.databaseUrl);
const database = sharedDatabase({ settings: server });
let organizationId: string;
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization, event CASCADE`);
  organizationId = await insertOrganization(database);
});

const anHourAgo = new Date(Date.now() - 3_600_000);
/** Executors of an organization that have been silent for an hour. */
const insertSilent = (owner: string, count: number) =>
  database.insert(executor).values(
    Array.from({ length: count }, (_, n) =>
      executorRow(owner, {
        name: `host-${n}`,
        instanceId: 'instance',
        observedDigest: 'digest',
        lastSeenAt: anHourAgo,
      }),
    ),
  );
const alwaysWatched = { gaps: [], elapsed: 0 };
const onlineHosts = () => database.$count(executor, eq(executor.online, true));

test('fifty silent executors are marked offline with the statements of one', async () => {
  await insertSilent(organizationId, 1);
  const one = await countStatements(client, (counted) => markOffline(counted, alwaysWatched));
  const other = await insertOrganization(database);
  await insertSilent(other, 50);
  expect(await countStatements(client, (counted) => markOffline(counted, alwaysWatched))).toBe(one);
  expect(await onlineHosts()).toBe(0);
  const told = await database.select({ name: event.executorName }).from(event).where(eq(event.organizationId, other));
  expect(new Set(told.map(({ name }) => name)).size).toBe(50);
});

test('a heartbeat does not wait for the offline job, and its executor stays online', async () => {
  await insertSilent(organizationId, 2);
  const release = await holdTransaction(database, (transaction) =>
    transaction.execute(sql`SELECT ${lockEventOrder(organizationId)}`),
  );
  const marked = markOffline(database, alwaysWatched);
  await until('the job waits for a writer of events', async () => (await waitingForLock(observer)) > 0);
  const heartbeat = { organizationId, name: 'host-0', instanceId: 'instance', digest: 'digest', resources: null };
  const recorded = await prepareRepeatHeartbeat(database)({ ...heartbeat, heartbeatIntervalSeconds: 15 });
  expect(recorded?.online).toBe(true);
  await release();
  await marked;
  expect(await onlineHosts()).toBe(1);
});

test.each([
  { interval: 15, seconds: 33 },
  { interval: 300, seconds: 105 },
])('gives only an organization with refused heartbeats $seconds more seconds', async ({ interval, seconds }) => {
  const refused = new RefusedHeartbeats();
  await insertSilent(organizationId, 1);
  await insertSilent(await insertOrganization(database), 1);
  await database.update(executor).set({ heartbeatIntervalSeconds: interval });
  const now = performance.now();
  refused.note(organizationId, now - (seconds - 10) * 1000);
  await markOffline(database, alwaysWatched, refused);
  expect(await onlineHosts()).toBe(1);
  refused.note(organizationId, now - seconds * 1000);
  await markOffline(database, alwaysWatched, refused);
  expect(await onlineHosts()).toBe(0);
});

test('gives every organization more time while unknown heartbeats are postponed', async () => {
  const refused = new RefusedHeartbeats();
  await insertSilent(organizationId, 1);
  const now = performance.now();
  refused.postpone(100, now - 130_000);
  await markOffline(database, alwaysWatched, refused);
  expect(await onlineHosts()).toBe(1);
  refused.postpone(10, now - 45_000);
  await markOffline(database, alwaysWatched, refused);
  expect(await onlineHosts()).toBe(1);
  const others = new RefusedHeartbeats();
  others.postpone(10, now - 45_000);
  await markOffline(database, alwaysWatched, others);
  expect(await onlineHosts()).toBe(0);
});

const start = { seconds: Infinity, ended: 0 };
test.each([
  ['that began before the watch', { gaps: [start], elapsed: 40_000 }, 1],
  ['watched from its beginning', { gaps: [start], elapsed: 50_000 }, 0],
  ['with gaps for a fifth of it', { gaps: [{ seconds: 10, ended: 0 }], elapsed: 40_000 }, 1],
  ['with gaps for less than a tenth of it', { gaps: [{ seconds: 4, ended: 0 }, start], elapsed: 50_000 }, 0],
  [
    'with several gaps, more than a tenth in total',
    { gaps: [0, -9].map((ended) => ({ seconds: 3, ended })), elapsed: 9 },
    1,
  ],
])('a silence %s', async (_what, watch, online) => {
  // Its heartbeats are 15 seconds apart: it is offline after 47.
  await insertSilent(organizationId, 1);
  await markOffline(database, watch);
  expect(await onlineHosts()).toBe(online);
});
