import { describe, expect, test } from 'vitest';
import type { ObservedNode } from '../../../src/agent/docker/observe.ts';
import { type PlanInput, planNode } from '../../../src/agent/docker/plan.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, planInput } from '../../fixtures/node.ts';

const kindsOf = (input: PlanInput) => planNode(input).steps.map(({ kind }) => kind);
const stopped = desired({ desiredState: 'stopped' });
const deleted = desired({ desiredState: 'deleted' });
const suspension = {
  code: 'disk_full_stopped',
  reason: 'its disk is nearly full',
  since: '2026-01-01T00:00:00Z',
} as const;
const suspended = (input: Parameters<typeof planInput>[0]) =>
  planInput({ ...input, record: { ...newNodeRecord(0), volumeMade: true, suspension } });
const lostTask = (count: number) => ({
  ...newNodeRecord(0),
  volumeMade: true,
  failure: { message: 'Docker could not start the container: task: already exists', count, quiet: false },
});
const nothingHere = observed({ data: 'absent' });
const withoutImage = (base: ObservedNode): ObservedNode => ({
  ...base,
  image: { reference: 'x', pin: null, present: false, pullReference: 'x' },
});

describe('planNode', () => {
  test.each<[string, PlanInput, string[]]>([
    [
      'creates the volume and container of a new node',
      planInput({ observed: nothingHere }),
      ['create-volume', 'create-container'],
    ],
    ['pulls the image of a new node first', planInput({ observed: withoutImage(nothingHere) }), ['pull-image']],
    ['starts a container that was created', planInput({ containers: [container('created')] }), ['start-container']],
    ['leaves a container alone that runs as it should', planInput({ containers: [container('running')] }), []],
    ['leaves a container alone that the engine restarts', planInput({ containers: [container('restarting')] }), []],
    ['starts a container that exited', planInput({ containers: [container('exited')] }), ['start-container']],
    [
      'unpauses a container that someone paused',
      planInput({ containers: [container('paused')] }),
      ['unpause-container'],
    ],
    ['removes a container that is dead', planInput({ containers: [container('dead')] }), ['remove-container']],
    [
      'starts a container once more that the engine could not start',
      planInput({ containers: [container('exited')], record: lostTask(1) }),
      ['start-container'],
    ],
    [
      'removes a container that the engine can start no more, because it was ended in the midst of a start',
      planInput({ containers: [container('exited')], record: lostTask(2) }),
      ['remove-container'],
    ],
    ['waits for a container that the engine removes', planInput({ containers: [container('removing')] }), []],
    [
      'waits for an outdated container that the engine removes',
      planInput({ containers: [container('removing', { specHash: 'old' })] }),
      [],
    ],
    [
      'waits for the container of a deleted node that the engine removes',
      planInput({ desired: deleted, containers: [container('removing')] }),
      [],
    ],
    ['creates a container that someone removed', planInput(), ['create-container']],
    [
      'recreates a container made from another spec',
      planInput({ containers: [container('running', { specHash: 'old' })] }),
      ['stop-container', 'remove-container', 'create-container'],
    ],
    [
      'unpauses an outdated container before it stops it',
      planInput({ containers: [container('paused', { specHash: 'old' })] }),
      ['unpause-container', 'stop-container', 'remove-container', 'create-container'],
    ],
    [
      'pulls the image of another version before it touches the container',
      planInput({ observed: withoutImage(observed({ containers: [container('running', { specHash: 'old' })] })) }),
      ['pull-image'],
    ],
    [
      'stops a running node that is desired stopped',
      planInput({ desired: stopped, containers: [container('running')] }),
      ['stop-container'],
    ],
    ['stops a node that is suspended', suspended({ containers: [container('running')] }), ['stop-container']],
    ['does not start a node that is suspended', suspended({ containers: [container('exited')] }), []],
    [
      'does not even pull the image of a node that is suspended',
      suspended({ observed: withoutImage(nothingHere) }),
      [],
    ],
    [
      'deletes a node that is suspended',
      suspended({ desired: deleted, containers: [container('exited')] }),
      ['remove-container', 'remove-data'],
    ],
    ['leaves a stopped node alone', planInput({ desired: stopped, containers: [container('exited')] }), []],
    [
      'leaves an outdated stopped node alone',
      planInput({ desired: stopped, containers: [container('exited', { specHash: 'old' })] }),
      [],
    ],
    [
      'stops, removes and erases a node to be deleted',
      planInput({ desired: deleted, containers: [container('running')] }),
      ['stop-container', 'remove-container', 'remove-data'],
    ],
    ['has nothing to do for a deleted node', planInput({ desired: deleted, observed: nothingHere }), []],
    [
      'keeps the data of a deleted node when its policy is keep',
      planInput({ desired: { ...deleted, dataPolicy: 'keep' }, containers: [container('exited')] }),
      ['remove-container'],
    ],
  ])('%s', (_behaviour, input, expected) => {
    expect(kindsOf(input)).toEqual(expected);
  });

  describe('a version that cannot read the data', () => {
    const dataFormat = { begunWith: '28.1', obfuscated: true };
    const lowered = desired({ clientVersion: '27.0', revision: 2 });
    const blocked = { steps: [], blocked: expect.stringContaining('27.0 cannot read this node’s chain data') };

    test.each(['running', 'exited', 'created'] as const)('leaves the present container alone that is %s', (status) => {
      const containers = [container(status, { specHash: 'old' })];
      expect(planNode(planInput({ desired: lowered, observed: observed({ containers, dataFormat }) }))).toEqual(
        blocked,
      );
    });

    test('is not started in a container that was made for it already', () => {
      const containers = [container('created')];
      expect(planNode(planInput({ desired: lowered, observed: observed({ containers, dataFormat }) }))).toEqual(
        blocked,
      );
    });

    test('is given up for the version before, whose container runs on', () => {
      const containers = [container('running')];
      expect(planNode(planInput({ observed: observed({ containers, dataFormat }) }))).toEqual({
        steps: [],
        blocked: null,
      });
    });
  });

  test('invariant 1: never removes a volume with another executor’s labels', () => {
    const foreign = observed({ data: 'foreign' });
    const waiting = { steps: [], blocked: expect.stringContaining('a foreign volume named') };
    expect(planNode(planInput({ desired: deleted, observed: foreign }))).toMatchObject(waiting);
    expect(planNode(planInput({ observed: foreign }))).toMatchObject(waiting);
  });

  test('invariant 1: takes the container with the node’s name for the node’s own', () => {
    const containers = [container('running', { id: 'copy', name: 'copy' }), container('running')];
    expect(planNode(planInput({ containers })).steps[0]).toMatchObject({ containerId: 'copy' });
  });

  test('waits for a foreign container with the node’s name, and does not call the node deleted before', () => {
    const imposter = observed({ data: 'absent', imposters: ['satrap-n1'] });
    const waiting = { steps: [], blocked: expect.stringContaining('a foreign container named satrap-n1 exists') };
    expect(planNode(planInput({ observed: imposter }))).toEqual(waiting);
    expect(planNode(planInput({ observed: imposter, desired: deleted }))).toEqual(waiting);
    expect(planNode(planInput({ observed: imposter, desired: { ...deleted, dataPolicy: 'keep' } }))).toEqual(waiting);
  });

  test('changes a container of another agent of this executor only while it holds the lease', () => {
    const input = planInput({ containers: [container('running', { instanceId: 'other', specHash: 'old' })] });
    for (const node of [desired(), stopped, deleted]) {
      expect(planNode({ ...input, desired: node })).toEqual({
        steps: [],
        blocked: expect.stringContaining('another agent with the same host name'),
      });
    }
    const context = { instanceId: 'this', hasLease: true };
    expect(kindsOf({ ...input, context })).toEqual(['stop-container', 'remove-container', 'create-container']);
  });

  test('invariant 3: removes every surplus container of the node before anything else', () => {
    const containers = [container('running'), container('running', { id: 'c2', specHash: 'old' })];
    expect(planNode(planInput({ containers })).steps).toMatchObject([
      { kind: 'stop-container', containerId: 'c2' },
      { kind: 'remove-container', containerId: 'c2' },
    ]);
  });

  test('invariant 2: creates no empty volume in place of a lost one until its owner requests a restart', () => {
    const record = { ...newNodeRecord(0), volumeMade: true, volumeLostAt: 3 };
    const lost = planInput({ observed: nothingHere, record, desired: desired({ restartCounter: 3 }) });
    expect(planNode(lost)).toMatchObject({ steps: [], blocked: expect.stringContaining('removed by someone else') });
    expect(kindsOf({ ...lost, desired: desired({ restartCounter: 4 }) })).toEqual([
      'create-volume',
      'create-container',
    ]);
  });

  test('leaves a running node alone when its new configuration cannot be applied', () => {
    const input = planInput({ containers: [container('running', { specHash: 'old' })], issues: ['overrides.0: no'] });
    expect(planNode(input)).toEqual({ steps: [], blocked: 'cannot apply the configuration: overrides.0: no' });
  });

  test('restarts the run that was up when the restart was requested, and no later run', () => {
    const restart = { settled: 0, pending: { counter: 1, was: 'c1@2026-01-01T00:00:00Z' } };
    const record = { ...newNodeRecord(0), restart };
    expect(kindsOf(planInput({ containers: [container('running')], record }))).toEqual(['stop-container']);
    const later = container('running', { startedAt: '2026-01-01T00:00:01Z' });
    expect(kindsOf(planInput({ containers: [later], record }))).toEqual([]);
  });

  test('says why it does each step', () => {
    const whyOf = (input: PlanInput) => planNode(input).steps[0]?.why;
    const outdated = planInput({ containers: [container('running', { specHash: 'old' })] });
    expect(whyOf(outdated)).toBe('configuration changed: override dbcache 1 → 2');
    const stopping = planInput({ desired: stopped, containers: [container('running')] });
    expect(whyOf(stopping)).toBe('requested by the control plane');
    const exit = { code: 1, outOfMemory: false, lastWords: null, times: 1, hadRoom: null };
    const crashed = planInput({ containers: [container('exited')], record: { ...newNodeRecord(0), exit } });
    expect(whyOf(crashed)).toBe('it exited with code 1');
  });
});

describe('a deletion that removes data', () => {
  const removing = (wallets: ObservedNode['wallets'], removableWallets: string[] | null) =>
    planInput({
      desired: { ...deleted, removableWallets },
      observed: { ...observed({ containers: [container('running')] }), wallets },
    });

  test.each([
    ['there is no wallet', [], null],
    ['each wallet is named', ['', 'savings'], ['savings', '', 'gone']],
  ])('invariant 2: goes on where %s', (_what, wallets, named) => {
    expect(kindsOf(removing(wallets, named))).toEqual(['stop-container', 'remove-container', 'remove-data']);
  });

  test.each([
    ['no wallet is named', null, '“” (the default wallet), “savings”'],
    ['one is not named', [''], '“savings”'],
  ])('invariant 2: touches nothing where %s', (_what, named, missing) => {
    const plan = planNode(removing(['', 'savings'], named));
    expect(plan).toMatchObject({ steps: [], blocked: expect.stringContaining(`does not name: ${missing};`) });
  });

  test('invariant 2: touches nothing where nobody can look for wallets', () => {
    expect(planNode(removing('unknown', []))).toMatchObject({ steps: [], blocked: expect.stringContaining('image') });
  });
});
