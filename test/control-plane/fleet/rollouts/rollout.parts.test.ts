import { beforeAll, describe, expect, test } from 'vitest';
import { advanceRollout } from '../../../../src/control-plane/fleet/rollouts/advance-rollout.ts';
import { transact } from '../../../../src/control-plane/platform/database/database.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { memberStates, Rollouts } from '../../../harness/rollouts.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';
import { upgradability } from '../../../harness/upgradable-host.ts';

const { controlPlane } = sharedInhabited();
const database = sharedDatabase(controlPlane);
const rollouts = new Rollouts(controlPlane);

beforeAll(async () => {
  for (const version of ['1.1.0', '1.3.0']) await rollouts.createRelease(version);
});

/** The job that advances rollouts runs every two seconds. */
const everyHalfSecond = [120_000, 500] as const;
const withdraw = (version: string) =>
  controlPlane.ask(
    'mutation($version: String!) { updateExecutorRelease(data: { withdrawnReason: "loses events" }, where: { version: $version }) { release { id } } }',
    { version },
  );
const upgradesOf = async ({ id }: { id: string }) =>
  (await controlPlane.ask('query($id: ID!) { executor(where: { id: $id }) { upgrades { state } } }', { id })).executor
    .upgrades;
/** Events of rollouts since a time, oldest first. */
const told = async (from: string): Promise<{ kind: string; level: string; message: string }[]> => {
  const { events } = await controlPlane.ask(
    'query($from: DateTime!) { events(filter: { from: $from, direction: newer, take: 500 }) { nodes { kind level message } } }',
    { from },
  );
  return events.nodes.filter(({ kind }: { kind: string }) => kind.startsWith('rollout.'));
};
const deleteExecutor = ({ id }: { id: string }) =>
  controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }', { id });

test('upgrades a group once the previous one runs the version, until all do', async () => {
  const [a, b, c] = await rollouts.newHosts(3);
  const from = new Date().toISOString();
  const { data } = await rollouts.start([a, b, c], { groupSize: 2 });
  const rollout = data.startUpgradeRollout.rollout;
  expect(rollout).toMatchObject({
    targetVersion: '1.1.0',
    groupSize: 2,
    state: 'running',
    reason: null,
    endedAt: null,
  });
  expect(rollout.counts).toMatchObject({ total: 3 });
  expect(rollout.members.map(({ group }: { group: number }) => group)).toEqual([1, 1, 2]);
  const { requestId } = await a.asked();
  await b.asked();
  await a.report('fetching', { progress: 0.4 });
  expect(await c.sync()).toBeNull();
  expect(await rollouts.show(rollout.id)).toMatchObject({
    counts: { waiting: 1, underWay: 2, upgraded: 0 },
    members: [
      { state: 'under_way', executor: { id: a.id }, upgrade: { id: requestId, state: 'fetching', progress: 0.4 } },
      { state: 'under_way' },
      { state: 'waiting', upgrade: null },
    ],
  });
  await b.become();
  await until('it is seen', async () => (await rollouts.show(rollout.id)).counts.upgraded === 1, ...everyHalfSecond);
  expect(await c.sync()).toBeNull();
  await a.report('committed', { version: '1.1.0', reason: 'change the file of the project' });
  await c.become();
  const done = await rollouts.untilState(rollout.id, 'finished');
  expect(done.counts).toEqual({ total: 3, waiting: 0, underWay: 0, upgraded: 3, failed: 0, skipped: 0 });
  expect(done.members[0]).toMatchObject({ state: 'upgraded', reason: 'change the file of the project' });
  expect(Date.parse(done.endedAt)).toBeGreaterThan(0);
  for (const host of [a, b, c]) expect(await upgradesOf(host)).toEqual([{ state: 'committed' }]);
  expect((await told(from)).map(({ kind }) => kind)).toEqual(['rollout.started', 'rollout.finished']);
});

// Each waits for the job that advances rollouts: together they wait once.
describe.concurrent('a rollout', () => {
  test('stops after the first failure, and retries the failed member once resumed', async () => {
    const [a, b, c] = await rollouts.newHosts(3);
    const from = new Date().toISOString();
    const id = await rollouts.begin([a, b, c]);
    await a.become();
    await b.report('rolled_back', { reason: 'it did not reach the engine' });
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(stopped).toMatchObject({
      reason: `${b.name} was rolled back to its previous version: it did not reach the engine.`,
      endedAt: null,
      counts: { upgraded: 1, failed: 1, waiting: 1 },
    });
    expect(memberStates(stopped)).toEqual(['upgraded', 'rolled_back', 'waiting']);
    expect(await c.sync()).toBeNull();
    expect(await told(from)).toContainEqual({
      ...{ kind: 'rollout.stopped', level: 'error' },
      message: expect.stringMatching(/ stopped: .* did not reach the engine\. 1 host still waiting\.$/),
    });
    expect((await rollouts.change('resume', id)).data.resumeUpgradeRollout.rollout).toMatchObject({ state: 'running' });
    await b.become();
    await c.become();
    expect(memberStates(await rollouts.untilState(id, 'finished'))).toEqual(['upgraded', 'upgraded', 'upgraded']);
    expect(await upgradesOf(b)).toEqual([{ state: 'committed' }, { state: 'rolled_back' }]);
  });

  test('resumed without those that failed, a rollout leaves them out with their reason', async () => {
    const [a, b] = await rollouts.newHosts(2);
    const id = await rollouts.begin([a, b]);
    await a.report('failed', { reason: 'no room on the disk' });
    await rollouts.untilState(id, 'stopped');
    const resumed = await rollouts.change('resume', id, ', skipFailed: true');
    // The other one may have been requested by the time of the response.
    expect(resumed.data.resumeUpgradeRollout.rollout).toMatchObject({ state: 'running', counts: { skipped: 1 } });
    await b.become();
    const done = await rollouts.untilState(id, 'finished');
    expect(done.members).toMatchObject([{ state: 'skipped', reason: 'no room on the disk' }, { state: 'upgraded' }]);
    expect(await upgradesOf(a)).toHaveLength(1);
  });

  test('a paused rollout starts no upgrade while those in progress end, until resumed', async () => {
    const [a, b] = await rollouts.newHosts(2);
    const id = await rollouts.begin([a, b]);
    await a.asked();
    expect((await rollouts.change('pause', id)).data.pauseUpgradeRollout.rollout.state).toBe('paused');
    await a.become();
    await until('its end is seen', async () => (await rollouts.show(id)).counts.upgraded === 1, ...everyHalfSecond);
    expect(await b.sync()).toBeNull();
    expect(await rollouts.show(id)).toMatchObject({ state: 'paused', counts: { waiting: 1 } });
    await rollouts.change('resume', id);
    await b.become();
    await rollouts.untilState(id, 'finished');
  });

  test('a cancelled rollout asks nobody, and the end of what is under way is still seen', async () => {
    const [a, b] = await rollouts.newHosts(2);
    const id = await rollouts.begin([a, b]);
    await a.asked();
    await rollouts.change('cancel', id);
    expect(await rollouts.show(id)).toMatchObject({ state: 'cancelled', counts: { underWay: 1, skipped: 1 } });
    await a.become();
    const look = async () => {
      const shown = await rollouts.show(id);
      // Counts and members are read separately.
      return shown.counts.upgraded === 1 && memberStates(shown)[0] === 'upgraded' ? shown : null;
    };
    const done = await until('its end is seen', look, ...everyHalfSecond);
    expect(done).toMatchObject({ state: 'cancelled', members: [{ state: 'upgraded' }, { state: 'skipped' }] });
    expect(await b.sync()).toBeNull();
    // The end is final, and its executor is free for another rollout.
    for (const what of ['pause', 'resume', 'cancel'] as const) {
      const refused = await rollouts.change(what, id);
      expect(codeOf(refused)).toBe('rollout_not_possible');
      expect(refused.errors?.[0]?.message).toContain('is cancelled; only a rollout that is');
    }
    await rollouts.change('cancel', await rollouts.begin([b]));
  });

  test('upgrades no member of a group while one of them cannot be upgraded', async () => {
    const [a, b, c, d] = await rollouts.newHosts(4);
    const id = await rollouts.begin([a, b, c, d], { groupSize: 2 });
    await d.sync({ upgradability: { ...upgradability, canUpgrade: false, reason: 'the disk is read-only' } });
    await a.become();
    await b.become();
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(memberStates(stopped)).toEqual(['upgraded', 'upgraded', 'waiting', 'refused']);
    expect(stopped.reason).toContain('the disk is read-only');
    expect([await upgradesOf(c), await upgradesOf(d)]).toEqual([[], []]);
    await d.sync({ upgradability });
    await rollouts.change('resume', id);
    await Promise.all([c.become(), d.become()]);
    await rollouts.untilState(id, 'finished');
  });

  test('stops for a member whose executor is deleted, and skips it once resumed', async () => {
    const [a, b] = await rollouts.newHosts(2);
    const id = await rollouts.begin([a, b]);
    await a.asked();
    await deleteExecutor(a);
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(stopped.reason).toBe(`${a.name} was deleted.`);
    expect(stopped.members[0]).toMatchObject({ executorName: a.name, executor: null, upgrade: null, state: 'gone' });
    await rollouts.change('resume', id);
    await b.become();
    expect(memberStates(await rollouts.untilState(id, 'finished'))).toEqual(['skipped', 'upgraded']);
  });

  test('skips a member that already has the version, and joins an upgrade of another', async () => {
    const [a, b, c] = await rollouts.newHosts(3);
    const id = await rollouts.begin([a, b, c]);
    await a.asked();
    await b.sync({ version: '1.1.0' });
    await controlPlane.ask(
      'mutation($id: ID!) { requestExecutorUpgrade(executorId: $id, targetVersion: "1.1.0") { executor { id } } }',
      { id: c.id },
    );
    await a.become();
    await until(
      'c is joined',
      async () => memberStates(await rollouts.show(id))[2] === 'under_way',
      ...everyHalfSecond,
    );
    await c.become();
    await rollouts.untilState(id, 'finished');
    expect(await upgradesOf(b)).toEqual([]);
    expect(await upgradesOf(c)).toEqual([{ state: 'committed' }]);
  });

  test('a withdrawn release stops the rollout', async () => {
    const [a, b] = await rollouts.newHosts(2);
    const id = await rollouts.begin([a, b], { targetVersion: '1.3.0' });
    await a.asked('1.3.0');
    await withdraw('1.3.0');
    const stopped = await rollouts.untilState(id, 'stopped');
    expect(stopped.reason).toContain('loses events');
    expect(memberStates(stopped)).toEqual(['cancelled', 'waiting']);
    await rollouts.change('resume', id);
    expect(memberStates(await rollouts.untilState(id, 'stopped'))).toEqual(['refused', 'waiting']);
    expect(codeOf(await rollouts.start([b], { targetVersion: '1.3.0' }))).toBe('release_not_found');
  });

  test('that many replicas advance at once asks each member once', async () => {
    const members = await rollouts.newHosts(4);
    const id = await rollouts.begin(members, { groupSize: 2 });
    const key = { organizationId: controlPlane.made.organizationId, id };
    const timesAsked = () => Promise.all(members.map(async (host) => (await upgradesOf(host)).length));
    const together = () =>
      Promise.all(
        Array.from({ length: 8 }, () => transact(database, (transaction) => advanceRollout(transaction, key, 30))),
      );
    await together();
    expect(await timesAsked()).toEqual([1, 1, 0, 0]);
    for (const host of members.slice(0, 2)) await host.become();
    await together();
    expect(await timesAsked()).toEqual([1, 1, 1, 1]);
    for (const host of members.slice(2)) await host.become();
    await rollouts.untilState(id, 'finished');
    expect(await timesAsked()).toEqual([1, 1, 1, 1]);
  });
});
