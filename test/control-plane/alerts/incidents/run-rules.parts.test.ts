import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { LeaseLost } from '../../../../src/control-plane/platform/jobs/lease.ts';
import { apikey } from '../../../../src/control-plane/tables/accounts.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { alertIncident } from '../../../../src/control-plane/tables/incidents.ts';
import { nodeRolloutMember } from '../../../../src/control-plane/tables/node-rollouts.ts';
import { node } from '../../../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride } from '../../../../src/control-plane/tables/notifications.ts';
import { executorRelease, executorUpgrade, upgradeRollout } from '../../../../src/control-plane/tables/releases.ts';
import { insertNodeRollout } from '../../../harness/node-rollout-rows.ts';
import { insertRelease, insertStoppedRollout } from '../../../harness/release-rows.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
import { RuleRuns } from '../../../harness/rule-runs.ts';
import { sample } from '../../../harness/sample.ts';

const runs = new RuleRuns();
const { database, at, runAt, runFrom, incidents, told, observedAs } = runs;
const setOnline = (online: boolean) => database.update(executor).set({ online });
const offlineExecutor = () => insertExecutor(database, runs.organizationId, { online: false });

test('an incident opens once after its delay, and closes with its cause', async () => {
  await offlineExecutor();
  await runFrom(0, 100);
  expect(await incidents()).toMatchObject([{ status: 'pending' }]);
  expect(told()).toEqual([]);
  await runFrom(120, 200);
  expect(await incidents()).toMatchObject([{ status: 'open', code: 'executor_offline', subjectName: 'host-1' }]);
  expect(told()).toEqual(['executor_offline opened']);
  await database.update(alertIncident).set({ acknowledgedBy: 'somebody', note: 'a new disk comes' });
  await setOnline(true);
  await runFrom(220, 260);
  expect(told()).toEqual(['executor_offline opened']);
  await runAt(280);
  expect(told()).toEqual(['executor_offline opened', 'executor_offline closed']);
  const [row] = await incidents();
  expect((row?.closedAt?.getTime() ?? 0) - (row?.openedAt?.getTime() ?? 0)).toBe(160_000);
  // What a person noted stays when the rules go on.
  expect(row).toMatchObject({ status: 'closed', note: 'a new disk comes', acknowledgedBy: 'somebody' });
  await setOnline(false);
  await runFrom(300, 420);
  expect((await incidents()).map(({ status }) => status).toSorted()).toEqual(['closed', 'open']);
});

test('the delay of a condition continues at another replica, and restarts after a gap', async () => {
  await offlineExecutor();
  await runFrom(0, 100);
  await runAt(1000);
  expect(await incidents()).toMatchObject([{ status: 'pending', startedAt: at(1000) }]);
  await runFrom(1020, 1120);
  expect(told()).toEqual(['executor_offline opened']);
});

test('the nodes of an executor that is drained open no incidents', async () => {
  const executorId = await insertExecutor(database, runs.organizationId);
  const drain = { at: '2026-11-21T12:00:00.000Z', by: 'Ada', reason: 'kernel', ownsCordon: true, completedAt: null };
  await insertNode(
    database,
    { organizationId: runs.organizationId, executorId },
    { name: 'a', observed: observedAs('failing') },
  );
  await database.update(executor).set({ drain });
  await runFrom(0, 180);
  expect(told()).toEqual([]);
  await database.update(executor).set({ drain: null });
  await runFrom(200, 360);
  expect(told()).toEqual(['node_failing opened']);
});

test('a replica without the lease changes nothing, and no incident opens unannounced', async () => {
  await offlineExecutor();
  const fence = async () => {
    throw new LeaseLost();
  };
  await expect(runAt(0, { fence })).rejects.toThrow(LeaseLost);
  expect(await incidents()).toEqual([]);
  await runFrom(0, 100);
  const notify = async () => {
    throw new Error('the queue is away');
  };
  await expect(runAt(120, { notify })).rejects.toThrow('the queue is away');
  expect(await incidents()).toMatchObject([{ status: 'pending' }]);
  await runAt(125);
  expect(told()).toEqual(['executor_offline opened']);
});

test('an end of life opens one incident for each node of the version, once', async () => {
  const day = 86_400;
  // Half a minute before the notice of 30 days for version 28.
  runs.start = Date.parse('2026-03-19T23:59:30Z');
  const executorId = await insertExecutor(database, runs.organizationId);
  for (const clientVersion of ['27.0', '28.0', '28.1', '29.4', '30.3', '31.1']) {
    const overrides = [{ key: 'par', value: '1' }];
    await insertNode(
      database,
      { organizationId: runs.organizationId, executorId },
      { name: clientVersion, clientVersion, overrides },
    );
  }
  const open = async () =>
    (await incidents()).filter(({ status }) => status === 'open').map(({ code, subjectName }) => [code, subjectName]);
  const ended = ['27.0', '28.0', '28.1'].map((version) => ['client_end_of_life', version]);
  await runFrom(-120, 20);
  expect(await open()).toEqual(ended.slice(0, 1));
  await runFrom(40, 240);
  expect((await open()).toSorted()).toEqual(ended);
  // The end itself, two months after it, and a clock that is set back to before it.
  for (const around of [30 * day, 90 * day, 29 * day]) await runFrom(around - 120, around + 120);
  expect(told()).toEqual(Array(3).fill('client_end_of_life opened'));
  await runFrom(30 * day, 30 * day + 60);
  const messages = (await incidents()).map(({ message }) => message);
  expect(
    messages.filter((message) => message.includes('28.1, which reached its end of life on 2026-04-19')),
  ).toHaveLength(1);
  await database.update(node).set({ clientVersion: '31.1' });
  await runFrom(30 * day + 120, 30 * day + 240);
  expect(told().slice(3)).toEqual(Array(3).fill('client_end_of_life closed'));
});

test('exits that another organization reports, or that are no exits, count for nobody', async () => {
  const executorId = await insertExecutor(database, runs.organizationId);
  const nodeId = await insertNode(database, { organizationId: runs.organizationId, executorId });
  const stranger = await insertOrganization(database);
  const report = (organization: string, data: object, nodeName: string | null) =>
    database.execute(sql`INSERT INTO event (id, organization_id, at, level, kind, message, data, node_id, node_name)
      VALUES (${randomUUID()}, ${organization}, now(), 'error', 'node.exited', '', ${JSON.stringify(data)}::jsonb, ${nodeId}, ${nodeName})`);
  await report(stranger, { times: 64, outOfMemory: true }, 'btc-1');
  await report(runs.organizationId, { times: 'many', outOfMemory: 'perhaps' }, 'btc-1');
  await report(runs.organizationId, { times: 128 }, null);
  await runFrom(0, 240);
  expect(told()).toEqual([]);
  await report(runs.organizationId, { times: 4 }, 'btc-1');
  await runFrom(260, 300);
  expect(told()).toEqual(['crash_loop opened']);
});

test('a muted node’s incidents are listed and not notified, until the mute ends', async () => {
  const executorId = await insertExecutor(database, runs.organizationId);
  const observed = observedAs('failing');
  const nodeId = await insertNode(database, { organizationId: runs.organizationId, executorId }, { observed });
  const other = await insertNode(
    database,
    { organizationId: runs.organizationId, executorId },
    { observed, name: 'btc-2' },
  );
  const mute = { organizationId: runs.organizationId, muted: true, thresholds: {} };
  await database.insert(notificationNodeOverride).values([
    { ...mute, nodeId, mutedUntil: null },
    { ...mute, nodeId: other, mutedUntil: at(60) },
  ]);
  await runFrom(0, 120);
  const notified = new Map((await incidents()).map((row) => [row.subjectId, row.notified]));
  expect(notified).toEqual(new Map().set(nodeId, false).set(other, true));
});

test('a node opens no incident for its own restart by a rollout', async () => {
  const { organizationId } = runs;
  const executorId = await insertExecutor(database, organizationId);
  // Without peers, which is an incident after ten minutes.
  const lonely = async (name: string) => {
    const id = await insertNode(database, { organizationId, executorId }, { name, observed: observedAs('running') });
    return { id, name };
  };
  const nodes = [await lonely('member'), await lonely('next')];
  const measure = async (seconds: number) => {
    await database.update(node).set({
      metrics: { ...sample(100, { peersInbound: 0, peersOutbound: 0 }), at: at(seconds).toISOString() },
      metricsAt: at(seconds),
    });
    await runAt(seconds);
  };
  const measureFrom = async (from: number, to: number) => {
    for (let seconds = from; seconds <= to; seconds += 60) await measure(seconds);
  };
  const opened = async () =>
    (await incidents()).filter(({ status }) => status === 'open').map(({ subjectName }) => subjectName);
  await database.update(node).set({ network: 'mainnet' });
  await insertNodeRollout(database, { organizationId, nodes });
  await measureFrom(0, 1200);
  expect(await opened()).toEqual(['next']);
  await database.update(nodeRolloutMember).set({ state: 'changed' }).where(eq(nodeRolloutMember.position, 0));
  await measureFrom(1260, 2000);
  expect((await opened()).toSorted()).toEqual(['member', 'next']);
});

test('an expiring key has an incident until replaced, a stopped rollout until resumed', async () => {
  await database.insert(apikey).values({
    ...{ id: 'ending', configId: 'executor', name: 'host key', key: randomUUID() },
    ...{ referenceId: runs.organizationId, organizationId: runs.organizationId },
    ...{ createdAt: at(-90 * 86_400), expiresAt: at(3 * 86_400) },
  });
  const id = await insertExecutor(database, runs.organizationId);
  await insertStoppedRollout(database, runs.organizationId, [{ id, name: 'host-1' }]);
  await runAt(0);
  expect(told().toSorted()).toEqual(['key_ends_soon opened', 'rollout_stopped opened']);
  expect(await incidents()).toContainEqual(
    expect.objectContaining({ severity: 'warning', message: expect.stringContaining('not enough disk space') }),
  );
  await database.delete(apikey).where(eq(apikey.id, 'ending'));
  await database.update(upgradeRollout).set({ state: 'running' });
  await runAt(20);
  expect(told().slice(2).toSorted()).toEqual(['key_ends_soon closed', 'rollout_stopped closed']);
});

test('an old agent has an incident, and a failed upgrade one until requested again', async () => {
  const executorId = await insertExecutor(database, runs.organizationId);
  const createdAt = at(-8 * 86_400);
  const releaseId = await insertRelease(database, '1.1.0', { createdAt });
  onTestFinished(async () => {
    await database.delete(executorRelease);
  });
  await runFrom(0, 320);
  expect(told()).toEqual(['agent_outdated opened']);
  const versions = { fromVersion: '1.0.0', targetVersion: '1.1.0' };
  const upgrade = { organizationId: runs.organizationId, executorId, releaseId, ...versions, requestedBy: 'Ada' };
  const deadline = at(0);
  const failed = { state: 'failed', reason: 'wrong hash', requestedAt: at(0), endedAt: at(0) } as const;
  await database.insert(executorUpgrade).values({ ...upgrade, ...failed, deadline });
  await runAt(340);
  expect(told()).toEqual(['agent_outdated opened', 'upgrade_failed opened']);
  expect((await incidents()).map(({ message }) => message)).toContain(
    'The upgrade of host-1 from 1.0.0 to 1.1.0 failed: wrong hash',
  );
  await database.insert(executorUpgrade).values({ ...upgrade, deadline, requestedAt: at(1) });
  await runAt(360);
  expect(told()).toHaveLength(2);
  await database.update(executorUpgrade).set({ state: 'committed', endedAt: new Date() });
  await database.update(executor).set({ version: '1.1.0' });
  await runFrom(380, 460);
  expect(told().slice(2).toSorted()).toEqual(['agent_outdated closed', 'upgrade_failed closed']);
});
