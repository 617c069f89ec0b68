import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { shippedTable } from '../../../../src/bitcoin/clients/lifecycle.ts';
import { acknowledge } from '../../../../src/control-plane/alerts/incidents/find-incidents.ts';
import type { IncidentChange } from '../../../../src/control-plane/alerts/incidents/plan-changes.ts';
import { type RunRulesDeps, runRules } from '../../../../src/control-plane/alerts/incidents/run-rules.ts';
import type { Database, OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { LeaseLost } from '../../../../src/control-plane/platform/jobs/lease.ts';
import { apikey } from '../../../../src/control-plane/tables/accounts.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { alertIncident } from '../../../../src/control-plane/tables/incidents.ts';
import { node } from '../../../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride } from '../../../../src/control-plane/tables/notifications.ts';
import { executorRelease, executorUpgrade } from '../../../../src/control-plane/tables/releases.ts';
import { openTestDatabase } from '../../../harness/database.ts';
import { insertRelease } from '../../../harness/release-rows.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';

let open: OpenDatabase;
let database: Database;
let organizationId: string;
let start: number;
let changes: IncidentChange[];

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
});
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization, incident_rule_run, event CASCADE`);
  organizationId = await insertOrganization(database);
  start = Date.now();
  changes = [];
});
afterAll(() => open?.close());

/** Runs the rules at a time in seconds after the start. */
const runAt = (seconds: number, more: Partial<RunRulesDeps> = {}) =>
  runRules({
    database,
    fence: async () => {},
    lifecycle: shippedTable,
    notify: async (_transaction, found) => void changes.push(...found),
    now: new Date(start + seconds * 1000),
    ...more,
  });
/** Runs the rules every 20 seconds between two times. */
async function runFrom(from: number, to: number): Promise<void> {
  for (let seconds = from; seconds <= to; seconds += 20) await runAt(seconds);
}
const incidents = () => database.select().from(alertIncident);
const told = () => changes.map(({ kind, row }) => `${row.code} ${kind}`);
const setOnline = (online: boolean) => database.update(executor).set({ online });

test('an incident opens once its condition has lasted, once, and closes when it has been gone', async () => {
  await insertExecutor(database, organizationId, { online: false });
  await runFrom(0, 100);
  expect(await incidents()).toMatchObject([{ status: 'pending' }]);
  expect(told()).toEqual([]);
  await runFrom(120, 200);
  expect(await incidents()).toMatchObject([{ status: 'open', code: 'executor_offline', subjectName: 'host-1' }]);
  expect(told()).toEqual(['executor_offline opened']);
  await setOnline(true);
  await runFrom(220, 260);
  expect(told()).toEqual(['executor_offline opened']);
  await runFrom(280, 280);
  expect(told()).toEqual(['executor_offline opened', 'executor_offline closed']);
  const [row] = await incidents();
  expect((row?.closedAt?.getTime() ?? 0) - (row?.openedAt?.getTime() ?? 0)).toBe(160_000);
  await setOnline(false);
  await runFrom(300, 420);
  expect((await incidents()).map(({ status }) => status).toSorted()).toEqual(['closed', 'open']);
});

test('the wait of a condition goes on after another replica took over, and begins again after a gap', async () => {
  await insertExecutor(database, organizationId, { online: false });
  await runFrom(0, 100);
  await runAt(1000);
  expect(await incidents()).toMatchObject([{ status: 'pending', startedAt: new Date(start + 1_000_000) }]);
  await runFrom(1020, 1120);
  expect(told()).toEqual(['executor_offline opened']);
});

test('an incident stays as it is while its executor is offline, and its nodes open none', async () => {
  const executorId = await insertExecutor(database, organizationId);
  const observed = { phase: 'failing', since: new Date(start).toISOString(), reason: 'port in use' } as const;
  for (const name of ['a', 'b', 'c']) {
    await insertNode(database, { organizationId, executorId }, { name, observed: { id: randomUUID(), ...observed } });
  }
  await runFrom(0, 40);
  await setOnline(false);
  await runFrom(60, 300);
  expect(told()).toEqual(['executor_offline opened']);
});

test('the nodes of an executor that is drained open no incidents', async () => {
  const executorId = await insertExecutor(database, organizationId);
  const drain = { at: '2026-11-21T12:00:00.000Z', by: 'Ada', reason: 'kernel', ownsCordon: true, completedAt: null };
  const observed = { id: randomUUID(), phase: 'failing', since: new Date(start).toISOString(), reason: 'x' } as const;
  await insertNode(database, { organizationId, executorId }, { name: 'a', observed });
  await database.update(executor).set({ drain });
  await runFrom(0, 300);
  expect(told()).toEqual([]);
  await database.update(executor).set({ drain: null });
  await runFrom(320, 600);
  expect(told()).toEqual(['node_failing opened']);
});

test('a replica that lost its lease changes nothing', async () => {
  await insertExecutor(database, organizationId, { online: false });
  const fence = async () => {
    throw new LeaseLost();
  };
  await expect(runAt(0, { fence })).rejects.toThrow(LeaseLost);
  expect(await incidents()).toEqual([]);
});

test('an incident that nobody could be told of is not opened', async () => {
  await insertExecutor(database, organizationId, { online: false });
  await runFrom(0, 100);
  const notify = async () => {
    throw new Error('the queue is away');
  };
  await expect(runAt(120, { notify })).rejects.toThrow('the queue is away');
  expect(await incidents()).toMatchObject([{ status: 'pending' }]);
  await runAt(125);
  expect(told()).toEqual(['executor_offline opened']);
});

test('an incident closes when what it is about is gone', async () => {
  const executorId = await insertExecutor(database, organizationId, { online: false });
  await runFrom(0, 120);
  await database.delete(executor).where(eq(executor.id, executorId));
  await runFrom(140, 200);
  expect(told()).toEqual(['executor_offline opened', 'executor_offline closed']);
});

test('rules remember the tip of a chain between runs, and across a restart', async () => {
  const executorId = await insertExecutor(database, organizationId);
  const metrics = (at: number) => ({
    at: new Date(start + at * 1000).toISOString(),
    height: 900_000,
    headers: 900_000,
    bestBlockHash: 'a'.repeat(64),
    verificationProgress: 1,
    initialBlockDownload: false,
    peersInbound: 0,
    peersOutbound: 8,
    mempoolTransactions: 0,
    mempoolBytes: 0,
    sizeOnDiskBytes: 1,
    indexes: [],
    uptimeSeconds: 1_000_000,
    subversion: '/Satoshi:28.1.0/',
    warnings: [],
    cpuPercent: null,
    memoryMiB: null,
  });
  const observed = { id: randomUUID(), phase: 'running', since: new Date(start).toISOString() } as const;
  const sampled = (at: number) => ({ metrics: metrics(at), metricsAt: new Date(start + at * 1000) });
  const nodeId = await insertNode(database, { organizationId, executorId }, { observed, ...sampled(0) });
  await runAt(0);
  const tipIsStale = 93 * 60;
  for (const at of [tipIsStale - 60, tipIsStale - 20, tipIsStale + 30, tipIsStale + 60, tipIsStale + 90]) {
    await database.update(node).set(sampled(at)).where(eq(node.id, nodeId));
    await runAt(at);
  }
  expect(told()).toEqual(['tip_stale opened']);
});

test('exits that another organization reports, or that are no exits, count for nobody', async () => {
  const executorId = await insertExecutor(database, organizationId);
  const nodeId = await insertNode(database, { organizationId, executorId });
  const stranger = await insertOrganization(database);
  const report = (organization: string, data: object, nodeName: string | null) =>
    database.execute(sql`INSERT INTO event (id, organization_id, at, level, kind, message, data, node_id, node_name)
      VALUES (${randomUUID()}, ${organization}, now(), 'error', 'node.exited', '', ${JSON.stringify(data)}::jsonb, ${nodeId}, ${nodeName})`);
  await report(stranger, { times: 64, outOfMemory: true }, 'btc-1');
  await report(organizationId, { times: 'many', outOfMemory: 'perhaps' }, 'btc-1');
  await report(organizationId, { times: 128 }, null);
  await runFrom(0, 400);
  expect(told()).toEqual([]);
  await report(organizationId, { times: 4 }, 'btc-1');
  await runFrom(420, 460);
  expect(told()).toEqual(['crash_loop opened']);
});

test('a muted node’s incidents are listed and not notified, until the mute ends', async () => {
  const executorId = await insertExecutor(database, organizationId);
  const observed = { id: randomUUID(), phase: 'failing', since: new Date(start).toISOString() } as const;
  const nodeId = await insertNode(database, { organizationId, executorId }, { observed });
  const other = await insertNode(database, { organizationId, executorId }, { observed, name: 'btc-2' });
  const mute = { organizationId, muted: true, thresholds: {} };
  await database.insert(notificationNodeOverride).values([
    { ...mute, nodeId, mutedUntil: null },
    { ...mute, nodeId: other, mutedUntil: new Date(start + 60_000) },
  ]);
  await runFrom(0, 120);
  const notified = new Map((await incidents()).map((row) => [row.subjectId, row.notified]));
  expect(notified).toEqual(
    new Map([
      [nodeId, false],
      [other, true],
    ]),
  );
});

test('what a person noted stays when the rules go on', async () => {
  await insertExecutor(database, organizationId, { online: false });
  await runFrom(0, 120);
  const [row] = await incidents();
  await acknowledge(database, { organizationId, userId: 'somebody' }, row?.id ?? '', 'a new disk comes');
  await setOnline(true);
  await runFrom(140, 200);
  expect(await incidents()).toMatchObject([{ status: 'closed', note: 'a new disk comes', acknowledgedBy: 'somebody' }]);
});

test('a key that ends soon has an incident until another takes its place', async () => {
  await database.insert(apikey).values({
    id: 'ending',
    configId: 'executor',
    name: 'host key',
    key: randomUUID(),
    referenceId: organizationId,
    organizationId,
    createdAt: new Date(start - 90 * 86_400_000),
    expiresAt: new Date(start + 3 * 86_400_000),
  });
  await runAt(0);
  await database.delete(apikey).where(and(eq(apikey.id, 'ending')));
  await runAt(20);
  expect(told()).toEqual(['key_ends_soon opened', 'key_ends_soon closed']);
});

test('an agent with an old version has an incident, unless an upgrade of it failed, which has one until it is asked for again', async () => {
  const executorId = await insertExecutor(database, organizationId);
  const createdAt = new Date(start - 8 * 86_400_000);
  const releaseId = await insertRelease(database, '1.1.0', { createdAt });
  onTestFinished(async () => {
    await database.delete(executorRelease);
  });
  await runFrom(0, 320);
  expect(told()).toEqual(['agent_outdated opened']);
  const upgrade = { executorId, releaseId, fromVersion: '1.0.0', targetVersion: '1.1.0', requestedBy: 'Ada' };
  const deadline = new Date(start);
  const failed = {
    state: 'failed',
    reason: 'wrong hash',
    requestedAt: new Date(start),
    endedAt: new Date(start),
  } as const;
  await database.insert(executorUpgrade).values({ ...upgrade, ...failed, deadline });
  await runAt(340);
  expect(told()).toEqual(['agent_outdated opened', 'upgrade_failed opened']);
  expect((await incidents()).map(({ message }) => message)).toContain(
    'The upgrade of host-1 from 1.0.0 to 1.1.0 failed: wrong hash',
  );
  await database.insert(executorUpgrade).values({ ...upgrade, deadline, requestedAt: new Date(start + 1000) });
  await runAt(360);
  expect(told()).toHaveLength(2);
  await database.update(executorUpgrade).set({ state: 'committed', endedAt: new Date() });
  await database.update(executor).set({ version: '1.1.0' });
  await runFrom(380, 460);
  expect(told().slice(2).toSorted()).toEqual(['agent_outdated closed', 'upgrade_failed closed']);
});
