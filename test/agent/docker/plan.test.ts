import { describe, expect, test } from 'vitest';
import { type PlanInput, planNode } from '../../../src/agent/docker/plan.ts';
import { newNodeRecord } from '../../../src/agent/node/node-record.ts';
import { container, desired, input } from '../../fixtures/node.ts';

const kinds = (given: PlanInput) => planNode(given).steps.map(({ kind }) => kind);
const stopped = desired({ desiredState: 'stopped' });
const deleted = desired({ desiredState: 'deleted' });
const volumeless = { containers: [], volume: 'absent' as const, strangers: [], lookalikes: [], leftover: null };

describe('the plan of a node', () => {
  test.each<[string, PlanInput, string[]]>([
    ['a new node', input({ observed: volumeless }), ['create-volume', 'create-container']],
    [
      'a new node whose image is not here',
      input({ observed: volumeless, image: { fetch: 'x', present: false } }),
      ['pull-image'],
    ],
    ['a container that is made', input({ containers: [container('created')] }), ['start-container']],
    ['one that runs as it should', input({ containers: [container('running')] }), []],
    ['one that the engine is starting again', input({ containers: [container('restarting')] }), []],
    ['one that ended', input({ containers: [container('exited')] }), ['start-container']],
    ['one that someone paused', input({ containers: [container('paused')] }), ['unpause-container']],
    ['one that is half removed', input({ containers: [container('dead')] }), ['remove-container']],
    ['one that the engine is removing', input({ containers: [container('removing')] }), []],
    [
      'one that the engine is removing and that is outdated',
      input({ containers: [container('removing', { specHash: 'old' })] }),
      [],
    ],
    [
      'one that the engine is removing and that is to be deleted',
      input({ desired: deleted, containers: [container('removing')] }),
      [],
    ],
    ['a container that is gone', input(), ['create-container']],
    [
      'one made from something else',
      input({ containers: [container('running', { specHash: 'old' })] }),
      ['stop-container', 'remove-container', 'create-container'],
    ],
    [
      'the same, paused',
      input({ containers: [container('paused', { specHash: 'old' })] }),
      ['unpause-container', 'stop-container', 'remove-container', 'create-container'],
    ],
    [
      'another version whose image is not here',
      input({ containers: [container('running', { specHash: 'old' })], image: { fetch: 'x', present: false } }),
      ['pull-image'],
    ],
    [
      'one that runs and is to be stopped',
      input({ desired: stopped, containers: [container('running')] }),
      ['stop-container'],
    ],
    ['one that is down and is to be', input({ desired: stopped, containers: [container('exited')] }), []],
    [
      'one that is outdated, down, and is to be down',
      input({ desired: stopped, containers: [container('exited', { specHash: 'old' })] }),
      [],
    ],
    [
      'one that is to be deleted',
      input({ desired: deleted, containers: [container('running')] }),
      ['stop-container', 'remove-container', 'remove-data'],
    ],
    ['one that is deleted', input({ desired: deleted, observed: volumeless }), []],
  ])('for %s', (_what, given, expected) => {
    expect(kinds(given)).toEqual(expected);
  });

  test('keeps the data of a deleted node that is to be kept', () => {
    expect(kinds(input({ desired: { ...deleted, dataPolicy: 'keep' }, containers: [container('exited')] }))).toEqual([
      'remove-container',
    ]);
  });

  test('invariant 1: never removes a volume that carries another’s labels', () => {
    const observed = { containers: [], volume: 'foreign' as const, strangers: [], lookalikes: [], leftover: null };
    expect(planNode(input({ desired: deleted, observed }))).toMatchObject({
      steps: [],
      blocked: expect.stringContaining('did not make'),
    });
    expect(planNode(input({ observed }))).toMatchObject({
      steps: [],
      blocked: expect.stringContaining('did not make'),
    });
  });

  test('invariant 1: of two containers the one with the node’s name is the node', () => {
    const two = [container('running', { id: 'copy', name: 'copy' }), container('running')];
    expect(planNode(input({ containers: two })).steps[0]).toMatchObject({ containerId: 'copy' });
  });

  test('waits for a container of another’s that has this node’s name, and does not call the node deleted before', () => {
    const observed = { ...volumeless, lookalikes: ['satrap-n1'], leftover: null };
    const waiting = { steps: [], blocked: expect.stringContaining('a container named satrap-n1 exists') };
    expect(planNode(input({ observed }))).toEqual(waiting);
    expect(planNode(input({ observed, desired: deleted }))).toEqual(waiting);
    expect(planNode(input({ observed, desired: { ...deleted, dataPolicy: 'keep' } }))).toEqual(waiting);
  });

  test('touches what another agent of this executor made only while the control plane takes its own heartbeats', () => {
    const others = input({ containers: [container('running', { instanceId: 'other', specHash: 'old' })] });
    for (const node of [desired(), stopped, deleted]) {
      expect(planNode({ ...others, desired: node })).toEqual({
        steps: [],
        blocked: expect.stringContaining('another agent of this executor'),
      });
    }
    const planner = { instanceId: 'this', isAccepted: true };
    expect(kinds({ ...others, planner })).toEqual(['stop-container', 'remove-container', 'create-container']);
    const unknown = container('running', { instanceId: null, specHash: 'old' });
    expect(kinds(input({ containers: [unknown] }))).toHaveLength(3);
  });

  test('invariant 3: does nothing else before every other container of the node is gone', () => {
    const two = [container('running'), container('running', { id: 'c2', specHash: 'old' })];
    const { steps } = planNode(input({ containers: two }));
    expect(steps).toMatchObject([
      { kind: 'stop-container', containerId: 'c2' },
      { kind: 'remove-container', containerId: 'c2' },
    ]);
  });

  test('invariant 2: takes no empty volume for one that is gone, until its owner asks for a restart', () => {
    const memory = { ...newNodeRecord(0), volumeMade: true, volumeLostAt: 3 };
    const lost = input({ observed: volumeless, memory, desired: desired({ restartCounter: 3 }) });
    expect(planNode(lost)).toMatchObject({ steps: [], blocked: expect.stringContaining('removed by someone else') });
    expect(kinds({ ...lost, desired: desired({ restartCounter: 4 }) })).toEqual(['create-volume', 'create-container']);
  });

  test('does not touch a running node because of a configuration that cannot be applied', () => {
    const given = input({ containers: [container('running', { specHash: 'old' })], issues: ['overrides.0: no'] });
    expect(planNode(given)).toEqual({ steps: [], blocked: 'the configuration cannot be applied: overrides.0: no' });
  });

  test('restarts the run that was there when the restart was asked for, and no later one', () => {
    const memory = {
      ...newNodeRecord(0),
      restart: { settled: 0, pending: { counter: 1, was: 'c1@2026-01-01T00:00:00Z' } },
    };
    expect(kinds(input({ containers: [container('running')], memory }))).toEqual(['stop-container']);
    const later = container('running', { startedAt: '2026-01-01T00:00:01Z' });
    expect(kinds(input({ containers: [later], memory }))).toEqual([]);
  });

  test('says why', () => {
    const why = (given: PlanInput) => planNode(given).steps[0]?.why;
    expect(why(input({ containers: [container('running', { specHash: 'old' })] }))).toBe(
      'changed: override dbcache 1 → 2',
    );
    expect(why(input({ desired: stopped, containers: [container('running')] }))).toBe(
      'the control plane asks for it to be stopped',
    );
    const exit = { code: 1, outOfMemory: false, lastWords: null, times: 1 };
    expect(why(input({ containers: [container('exited')], memory: { ...newNodeRecord(0), exit } }))).toContain(
      'exit code 1',
    );
  });
});
