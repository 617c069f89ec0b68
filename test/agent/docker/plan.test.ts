import { describe, expect, test } from 'vitest';
import type { ContainerStatus, ObservedContainer } from '../../../src/agent/docker/engine/observed-container.ts';
import type { ObservedNode } from '../../../src/agent/docker/observe.ts';
import { type PlanInput, planNode } from '../../../src/agent/docker/plan.ts';
import { type NodeRecord, newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, planInput } from '../../fixtures/node.ts';

const kindsOf = (input: PlanInput) => planNode(input).steps.map(({ kind }) => kind);
const stopped = { desired: desired({ desiredState: 'stopped' }) };
const deleted = { desired: desired({ desiredState: 'deleted' }) };
const kept = { desired: { ...deleted.desired, dataPolicy: 'keep' as const } };
const withRecord = (change: Partial<NodeRecord>) => ({ record: { ...newNodeRecord(0), volumeMade: true, ...change } });
const reason = { code: 'disk_full_stopped', reason: 'its disk is nearly full', since: '2026-01-01T00:00:00Z' } as const;
const suspended = withRecord({ suspension: reason });
const message = 'Docker could not start the container: task: already exists';
const lostTask = (count: number) => withRecord({ failure: { message, count, quiet: false } });
const proven = withRecord({ provenHash: planInput({}).wanted?.specHash });
const nothing = { observed: observed({ data: 'absent' }) };
const image = { reference: 'x', pin: null, present: false, pullReference: 'x' };
const outdated = (status: ContainerStatus) => container(status, { specHash: 'old' });
const imageless = (containers: ObservedContainer[]) => ({ observed: observed({ containers, image }) });

test.each<[string, ContainerStatus | ObservedContainer | null, Partial<PlanInput>, string[]]>([
  ['pulls the image of a new node first', null, { observed: observed({ data: 'absent', image }) }, ['pull-image']],
  ['starts a container that was created', 'created', {}, ['start-container']],
  ['leaves a container alone that runs as it should', 'running', {}, []],
  ['leaves a container alone that the engine restarts', 'restarting', {}, []],
  ['removes a container that is dead', 'dead', {}, ['remove-container']],
  ['starts a container once more that the engine could not start', 'exited', lostTask(1), ['start-container']],
  ['removes a container that was ended in the midst of a start', 'exited', lostTask(2), ['remove-container']],
  ['waits for a container that the engine removes', 'removing', {}, []],
  ['waits for an outdated container that the engine removes', outdated('removing'), {}, []],
  ['waits for the container of a deleted node that the engine removes', 'removing', deleted, []],
  ['proves the next container first', outdated('running'), {}, ['try', 'stop', 'remove', 'create']],
  ['proves nothing of a container that is down', outdated('exited'), {}, ['remove', 'create']],
  ['recreates a container made from another spec', outdated('running'), proven, ['stop', 'remove', 'create']],
  ['unpauses an outdated container first', outdated('paused'), proven, ['unpause', 'stop', 'remove', 'create']],
  ['pulls another image before it touches the container', null, imageless([outdated('running')]), ['pull-image']],
  ['stops a node that is suspended', 'running', suspended, ['stop-container']],
  ['does not start a node that is suspended', 'exited', suspended, []],
  ['does not even pull the image of a suspended node', null, { ...suspended, ...imageless([]) }, []],
  ['deletes a node that is suspended', 'exited', { ...suspended, ...deleted }, ['remove-container', 'remove-data']],
  ['leaves a stopped node alone', 'exited', stopped, []],
  ['leaves an outdated stopped node alone', outdated('exited'), stopped, []],
  ['stops a node to be deleted before anything else', 'running', deleted, ['stop']],
  ['removes and erases a stopped node to be deleted', 'exited', deleted, ['remove', 'remove-data']],
  ['has nothing to do for a deleted node', null, { ...deleted, ...nothing }, []],
  ['keeps the data of a deleted node when its policy is keep', 'exited', kept, ['remove-container']],
])('%s', (_behaviour, main, change, expected) => {
  const containers = main === null ? {} : { containers: [typeof main === 'string' ? container(main) : main] };
  const whole = expected.map((kind) => (kind.includes('-') ? kind : `${kind}-container`));
  expect(kindsOf(planInput({ ...containers, ...change }))).toEqual(whole);
});

test('invariant 2: a version that cannot read the data leaves the container alone', () => {
  const planOf = (main: ObservedContainer, version: string) => {
    const seen = observed({ containers: [main], dataFormat: { begunWith: '28.1', obfuscated: true } });
    return planNode(planInput({ desired: desired({ clientVersion: version, revision: 2 }), observed: seen }));
  };
  const blocked = { steps: [], blocked: expect.stringContaining('27.0 cannot read this node’s chain data') };
  // The last one was made for it already.
  for (const main of [...(['running', 'exited', 'created'] as const).map(outdated), container('created')])
    expect(planOf(main, '27.0')).toEqual(blocked);
  expect(planOf(container('running'), '28.1')).toEqual({ steps: [], blocked: null });
});

test('invariant 1: takes the container with the node’s name for the node’s own', () => {
  const containers = [container('running', { id: 'copy', name: 'copy' }), container('running')];
  expect(planNode(planInput({ containers })).steps[0]).toMatchObject({ containerId: 'copy' });
});

test('invariant 1: waits for a foreign volume or container with the node’s name', () => {
  const waitsFor = (seen: Partial<ObservedNode>, blocked: string, wishes: Partial<PlanInput>[]) => {
    const waiting = { steps: [], blocked: expect.stringContaining(blocked) };
    for (const wish of wishes) expect(planNode(planInput({ observed: observed(seen), ...wish }))).toEqual(waiting);
  };
  waitsFor({ data: 'foreign' }, 'a foreign volume named', [{}, deleted]);
  const imposters = ['satrap-n1'];
  waitsFor({ data: 'absent', imposters }, 'a foreign container named satrap-n1 exists', [{}, deleted, kept]);
});

test('changes another agent’s container of this executor only with the lease', () => {
  const input = planInput({ containers: [container('running', { instanceId: 'other', specHash: 'old' })] });
  const waiting = { steps: [], blocked: expect.stringContaining('another agent with the same host name') };
  for (const wish of [{}, stopped, deleted]) expect(planNode({ ...input, ...wish })).toEqual(waiting);
  const context = { instanceId: 'this', hasLease: true };
  expect(kindsOf({ ...input, ...proven, context })).toEqual(['stop-container', 'remove-container', 'create-container']);
});

test('invariant 3: removes every surplus container of the node before anything else', () => {
  const containers = [container('running'), container('running', { id: 'c2', specHash: 'old' })];
  expect(planNode(planInput({ containers })).steps).toMatchObject([
    { kind: 'stop-container', containerId: 'c2' },
    { kind: 'remove-container', containerId: 'c2' },
  ]);
});

test('invariant 2: creates no empty volume for a lost one until a requested restart', () => {
  const lost = planInput({ ...nothing, ...withRecord({ volumeLostAt: 3 }), desired: desired({ restartCounter: 3 }) });
  expect(planNode(lost)).toMatchObject({ steps: [], blocked: expect.stringContaining('removed by someone else') });
  const requested = { ...lost, desired: desired({ restartCounter: 4 }) };
  expect(kindsOf(requested)).toEqual(['create-volume', 'create-container']);
});

test('tells data of an engine with another folder of volumes from removed data', () => {
  const dataPath = '/var/lib/docker/volumes/satrap-n1/_data';
  const lost = (volumesFolder: string) =>
    planNode(
      planInput({
        ...withRecord({ volumeLostAt: 3, dataPath }),
        observed: observed({ data: 'absent', volumesFolder }),
      }),
    ).blocked;
  expect(lost('/var/lib/docker/volumes')).toContain('removed by someone else');
  expect(lost('/var/lib/docker/100000.100000/volumes')).toMatch(
    /now keeps its volumes in \S+100000.*nothing was removed/,
  );
  expect(lost('/srv/docker/volumes')).toContain(`the chain data is in ${dataPath}`);
});

test('leaves a running node alone when its new configuration cannot be applied', () => {
  const input = planInput({ containers: [outdated('running')], issues: ['overrides.0: no'] });
  expect(planNode(input)).toEqual({ steps: [], blocked: 'cannot apply the configuration: overrides.0: no' });
});

test('restarts the run that was up when the restart was requested, and no later run', () => {
  const requested = withRecord({ restart: { settled: 0, pending: { counter: 1, was: 'c1@2026-01-01T00:00:00Z' } } });
  expect(kindsOf(planInput({ containers: [container('running')], ...requested }))).toEqual(['stop-container']);
  const later = container('running', { startedAt: '2026-01-01T00:00:01Z' });
  expect(kindsOf(planInput({ containers: [later], ...requested }))).toEqual([]);
});

describe('a container that runs without its ports', () => {
  const main = container('running', { lacksPorts: true });
  const [network, next] = [1_700_000_000_000, 1_700_000_060_000];
  const planOf = (networkMadeAt: number | null | undefined, record: Partial<NodeRecord> = {}, one = main) =>
    planNode(planInput({ observed: observed({ containers: [one], networkMadeAt }), ...withRecord(record) }));
  const replaced = (workloadId: string) => ({ unpublished: { workloadId, networkMadeAt: network } });
  const noSteps = (blocked: string) => ({ steps: [], blocked: expect.stringContaining(blocked) });

  test('is stopped and removed, so that a new one is created', () => {
    const why = 'the engine publishes none of its ports';
    const stop = { kind: 'stop-container', containerId: 'c1', why, cause: why, networkMadeAt: network };
    expect(planOf(network)).toEqual({ steps: [stop], blocked: null });
    const down = container('exited');
    const remove = { kind: 'remove-container', containerId: 'c1', why, cause: why };
    expect(planOf(undefined, replaced('c1'), down)).toEqual({ steps: [remove], blocked: null });
  });

  test('is not replaced while the engine has no network', () => {
    expect(planOf(null)).toEqual(noSteps('remove "bridge": "none" from /etc/docker/daemon.json'));
  });

  test('is replaced once for each network of the engine', () => {
    expect(planOf(network, replaced('c0'))).toEqual(noSteps('also after the container was created again'));
    expect(planOf(next, replaced('c0')).steps).toHaveLength(1);
  });

  test('is restarted on request also where that brings no ports', () => {
    const restart = { settled: 0, pending: { counter: 1, was: 'c1@2026-01-01T00:00:00Z' } };
    expect(planOf(null, { restart })).toMatchObject({ steps: [{ why: 'a restart was requested' }], blocked: null });
  });

  test('is started again once it has its ports', () => {
    expect(planOf(undefined, replaced('c0'), container('exited')).steps).toMatchObject([{ kind: 'start-container' }]);
    expect(planOf(undefined, replaced('c0'), container('running'))).toEqual({ steps: [], blocked: null });
  });
});

test('says why it does each step', () => {
  const whyOf = (main: ObservedContainer, change: Partial<PlanInput> = {}) =>
    planNode(planInput({ containers: [main], ...change })).steps[0]?.why;
  expect(whyOf(outdated('running'))).toBe('configuration changed: override dbcache 1 → 2');
  expect(whyOf(container('running'), stopped)).toBe('requested by the control plane');
  expect(whyOf(container('created'))).toBe('first start');
  expect(whyOf(container('exited'))).toBe('the node should be running');
  const exit = { code: 1, outOfMemory: false, lastWords: null, times: 1, hadRoom: null };
  expect(whyOf(container('exited'), withRecord({ exit }))).toBe('it exited with code 1');
});

describe('a deletion that removes data', () => {
  const removing = (wallets: ObservedNode['wallets'], removableWallets: string[] | null) =>
    planInput({
      desired: { ...deleted.desired, removableWallets },
      observed: { ...observed({ containers: [container('exited')] }), wallets },
    });

  test.each([['unseen'], ['unknown'], [['unnamed']], [null]] as const)(
    'invariant 18: stops the daemon first, whatever is found in its data: %j',
    (found) => {
      const wallets = found === null || typeof found === 'string' ? found : [...found];
      const seen = { ...observed({ containers: [container('running')] }), wallets };
      expect(kindsOf(planInput({ ...deleted, observed: seen }))).toEqual(['stop-container']);
    },
  );

  test('invariant 2: goes on where there is no wallet, and where each is named', () => {
    for (const input of [removing([], null), removing(['', 'savings'], ['savings', '', 'gone'])])
      expect(kindsOf(input)).toEqual(['remove-container', 'remove-data']);
  });

  test.each([
    ['/satrap/node', ['', 'savings', '/satrap/node/a/b']],
    ['/satrap/node/a', ['/satrap/node/a', '/satrap/node/a/b']],
  ])('continues where %s, a folder with all its wallets, is named', (folder, found) => {
    expect(kindsOf(removing(found, [folder]))).toEqual(['remove-container', 'remove-data']);
  });

  test('invariant 2: a folder names no wallet beside it, and none of the wallet folder', () => {
    const { blocked } = planNode(removing(['a', '/satrap/node/ab'], ['/satrap/node/a']));
    expect(blocked).toContain('does not name: “/satrap/node/ab”, “a”;');
  });

  test.each([
    ['no wallet is named', ['', 'savings'], null, 'does not name: “” (the default wallet), “savings”;'],
    ['one is not named', ['', 'savings'], [''], 'does not name: “savings”;'],
    ['nobody can look for wallets', 'unknown', [], 'image'],
  ] as const)('invariant 2: touches nothing where %s', (_what, wallets, named, blocked) => {
    const plan = planNode(removing(wallets === 'unknown' ? wallets : [...wallets], named && [...named]));
    expect(plan).toMatchObject({ steps: [], blocked: expect.stringContaining(blocked) });
  });
});
