import { describe, expect, test } from 'vitest';
import { describeStep } from '../../../src/agent/docker/step.ts';
import { eventAfter, isDone, type OtherStep, recordAfter } from '../../../src/agent/docker/step-effects.ts';
import { container, observed } from '../../fixtures/node.ts';

const why = 'a reason';
const pull: OtherStep = { kind: 'pull-image', reference: 'example:28.1', why };
const createVolume: OtherStep = { kind: 'create-volume', why };
const create: OtherStep = { kind: 'create-container', why };
const start: OtherStep = { kind: 'start-container', containerId: 'c1', was: '2026-01-01T00:00:00Z', why };
const stop: OtherStep = { kind: 'stop-container', containerId: 'c1', why, cause: 'a restart' };
const unpause: OtherStep = { kind: 'unpause-container', containerId: 'c1', why };
const remove: OtherStep = { kind: 'remove-container', containerId: 'c1', why, cause: null };
const removeData: OtherStep = { kind: 'remove-data', why };

describe('isDone', () => {
  const restarted = container('running', { startedAt: '2026-01-01T00:00:05Z' });
  const image = { reference: 'x', pin: null, present: false, pullReference: 'x' };
  test.each<[string, OtherStep, ReturnType<typeof observed>, boolean]>([
    ['a pull whose image is here', pull, observed(), true],
    ['a pull whose image is not here', pull, observed({ image }), false],
    ['a creation whose volume is here', createVolume, observed(), true],
    ['a creation whose volume is not here', createVolume, observed({ data: 'absent' }), false],
    ['a creation whose container has the wanted hash', create, observed({ containers: [container('created')] }), true],
    [
      'a creation whose container has another hash',
      create,
      observed({ containers: [container('created', { specHash: 'old' })] }),
      false,
    ],
    ['a start after which the container runs anew', start, observed({ containers: [restarted] }), true],
    ['a start whose container still has its former run', start, observed({ containers: [container('exited')] }), false],
    ['a start whose container is gone', start, observed(), false],
    ['a stop whose container is down', stop, observed({ containers: [container('exited')] }), true],
    ['a stop whose container is up', stop, observed({ containers: [container('running')] }), false],
    ['a stop whose container is gone', stop, observed(), true],
    ['an unpause whose container runs', unpause, observed({ containers: [container('running')] }), true],
    ['an unpause whose container is paused', unpause, observed({ containers: [container('paused')] }), false],
    ['a removal whose container is gone', remove, observed(), true],
    ['a removal whose container is still here', remove, observed({ containers: [container('exited')] }), false],
    ['an erasure after which nothing is left', removeData, observed({ data: 'absent' }), true],
    ['an erasure that left the directory', removeData, observed({ data: 'absent', leftoverDataDir: '/srv/n1' }), false],
  ])('of %s', (_what, step, after, expected) => {
    expect(isDone(step, 'good', { observed: after })).toBe(expected);
  });
});

describe('recordAfter', () => {
  const stopped = container('exited', { finishedAt: '2026-01-01T00:01:00Z' });
  test.each<[string, OtherStep, object]>([
    ['a pull', pull, { failure: null }],
    ['the creation of a volume', createVolume, { failure: null, volumeMade: true, volumeLostAt: null }],
    ['the creation of a container', create, { failure: null, applied: null, lastExit: null, exit: null }],
    ['a start', start, { failure: null, cause: null, everStarted: true }],
    ['a stop', stop, { failure: null, cause: 'a restart', lastExit: '2026-01-01T00:01:00Z', exit: null }],
    ['an unpause', unpause, { failure: null }],
    ['a removal', remove, { failure: null, cause: null }],
    ['an erasure', removeData, { failure: null, volumeMade: false }],
  ])('of %s', (_what, step, expected) => {
    expect(recordAfter(step, { spec: null }, [stopped])).toEqual(expected);
  });
});

describe('eventAfter', () => {
  test('names the image of a pull', () => {
    expect(eventAfter('n1', pull, [])).toEqual({
      level: 'info',
      kind: 'node.image-pulled',
      nodeId: 'n1',
      message: 'Pulled the image example:28.1: a reason.',
      data: { why },
    });
  });

  test('reports the exit code of a stop', () => {
    expect(eventAfter('n1', stop, [container('exited', { exitCode: 0 })])).toMatchObject({
      level: 'info',
      message: 'Stopped the daemon: a reason.',
      data: { why, exitCode: 0 },
    });
  });

  test('invariant 10: warns when the engine had to kill the daemon', () => {
    expect(eventAfter('n1', stop, [container('exited', { exitCode: 137 })])).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('did not stop in time and was killed; unflushed data is lost'),
    });
  });

  test('knows no exit code of a container that is gone', () => {
    expect(eventAfter('n1', stop, [])).toMatchObject({ level: 'info', data: { exitCode: null } });
  });
});

test.each<[OtherStep, object]>([
  [pull, { action: 'pull the image example:28.1', effect: 'pull', workloadId: null }],
  [create, { action: 'create the container', effect: 'create', workloadId: null }],
  [start, { action: 'start the daemon', effect: 'start', workloadId: 'c1' }],
  [stop, { action: 'stop the daemon', effect: 'stop', workloadId: 'c1' }],
])('describes the step $kind for the loop and for people', (step, expected) => {
  expect(describeStep(step)).toEqual(expected);
});
