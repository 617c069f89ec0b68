import { describe, expect, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import type { DockerSnapshot } from '../../../src/agent/docker/snapshot.ts';
import {
  applyStep,
  type DockerStep,
  describeStep,
  finishStep,
  isStepDone,
  stepKinds,
} from '../../../src/agent/docker/steps.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { configHash, configLines } from '../../../src/bitcoin/config-lines.ts';
import { container, desired, mainnetSpec, observed } from '../../fixtures/node.ts';

const why = 'a reason';
const pull: DockerStep = { kind: 'pull-image', reference: 'example:28.1', why };
const createVolume: DockerStep = { kind: 'create-volume', why };
const create: DockerStep = { kind: 'create-container', why };
const start: DockerStep = { kind: 'start-container', containerId: 'c1', was: '2026-01-01T00:00:00Z', why };
const stop: DockerStep = { kind: 'stop-container', containerId: 'c1', why, cause: 'a restart' };
const unpause: DockerStep = { kind: 'unpause-container', containerId: 'c1', why };
const remove: DockerStep = { kind: 'remove-container', containerId: 'c1', why, cause: null };
const removeData: DockerStep = { kind: 'remove-data', why };

const seeding = { operationId: 's1', from: 'n0' };
const copyData: DockerStep = { kind: 'copy-data', ...seeding, why };
const move1 = { id: 'm1', from: 'default', to: 'second' };
const beginMove: DockerStep = { kind: 'begin-move', move: move1, stage: 'copying', why };
const copyRoot: DockerStep = { kind: 'copy-root', move: move1, was: null, why };
const verifyRoot: DockerStep = { kind: 'verify-root', move: move1, why };
const act = { id: 'r1', kind: 'reindex' as const };
/** With the fields of any kind. */
const everyKind = stepKinds.map(({ kind }) => {
  const fields = { ...seeding, containerId: 'c1', move: move1, stage: 'copying', dataRoot: 'default', act, attempt: 1 };
  return { ...fields, was: null, startedAt: null, why, kind } as DockerStep;
});

describe('the effect', () => {
  const restarted = container('running', { startedAt: '2026-01-01T00:00:05Z' });
  const image = { reference: 'x', pin: null, present: false, pullReference: 'x' };
  test.each<[string, DockerStep, ReturnType<typeof observed>, boolean]>([
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
    expect(isStepDone(step, 'good', after)).toBe(expected);
  });
});

const client = new EngineClient('/nonexistent/docker.sock');
const facts: DockerSnapshot = {
  ...{ desired: desired(), workload: undefined, observed: observed(), spec: mainnetSpec, specHash: 'good' },
  ...{ plan: { steps: [], blocked: null }, agentRpc: null, tip: null, operations: {} },
};
const finish = (step: DockerStep, result?: unknown, snapshot: Partial<DockerSnapshot> = {}) =>
  finishStep(step, result, { client, snapshot: { ...facts, ...snapshot } });

describe('the record', () => {
  const stopped = container('exited', { finishedAt: '2026-01-01T00:01:00Z' });
  const started = { failure: null, cause: null, everStarted: true, configHash: configHash(configLines(desired())) };
  const moved = { ...move1, reason: null, startedAt: null };
  const moveOf = (move: object) => ({ failure: null, operations: { move: { ...moved, ...move } } });
  test.each<[string, DockerStep, unknown, object]>([
    ['a pull', pull, undefined, { failure: null }],
    ['the creation of a volume', createVolume, undefined, { failure: null, volumeMade: true, volumeLostAt: null }],
    [
      'the creation of a container',
      create,
      undefined,
      { failure: null, applied: mainnetSpec, lastExit: null, exit: null },
    ],
    ['a start', start, undefined, started],
    ['a stop', stop, stopped, { failure: null, cause: 'a restart', lastExit: '2026-01-01T00:01:00Z', exit: null }],
    ['a stop whose container is gone', stop, null, { failure: null, cause: 'a restart', lastExit: null, exit: null }],
    ['an unpause', unpause, undefined, { failure: null }],
    ['a removal', remove, undefined, { failure: null, cause: null }],
    ['an erasure', removeData, undefined, { failure: null, volumeMade: false }],
    [
      'a copied root',
      copyRoot,
      { message: '1 MiB', data: { bytes: 9 } },
      moveOf({ stage: 'copied', was: null, done: 9, total: 9 }),
    ],
    ['a copied root of unknown size', copyRoot, undefined, moveOf({ stage: 'copied', was: null })],
    ['a move that cannot be', beginMove, { refused: 'it is full' }, moveOf({ reason: 'it is full', stage: 'failed' })],
  ])('of %s', async (_what, step, result, expected) => {
    expect((await finish(step, result)).change).toEqual(expected);
  });

  test('of a stop whose result was lost in a kill is what the container shows now', async () => {
    const { change, event } = await finish(stop, undefined, {
      observed: observed({ containers: [{ ...stopped, exitCode: 137 }] }),
    });
    expect(change).toMatchObject({ lastExit: '2026-01-01T00:01:00Z' });
    expect(event).toMatchObject({ level: 'warning', data: { exitCode: 137 } });
  });

  test('of a move has no reason of the move before it', async () => {
    const before = { ...moved, id: 'm0', reason: 'it was full', stage: 'failed' as const };
    const { change } = await finish(beginMove, undefined, { operations: { move: before } });
    expect(change.operations?.move).toEqual({ ...moved, stage: 'copying' });
  });
});

describe('the event', () => {
  test('names the image of a pull', async () => {
    expect((await finish(pull)).event).toEqual({
      kind: 'node.image-pulled',
      nodeId: 'n1',
      message: 'Pulled the image example:28.1: a reason.',
      data: { why },
    });
  });

  test('reports the exit code of a stop', async () => {
    expect((await finish(stop, container('exited', { exitCode: 0 }))).event).toMatchObject({
      message: 'Stopped the daemon: a reason.',
      data: { why, exitCode: 0 },
    });
  });

  test('invariant 10: warns when the engine had to kill the daemon', async () => {
    expect((await finish(stop, container('exited', { exitCode: 137 }))).event).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('did not stop in time; unflushed data is lost'),
    });
  });

  test('knows no exit code of a container that is gone', async () => {
    expect((await finish(stop, null)).event).toMatchObject({ data: { exitCode: null } });
  });

  test('says what a copy has taken, and nothing where a kill took that', async () => {
    const found = { message: '1.0 MiB in 2.0 s, copied', data: { from: 'n0', bytes: 1048576 } };
    expect((await finish(copyData, found)).event).toMatchObject({
      message: 'Copied the chain data: a reason: 1.0 MiB in 2.0 s, copied.',
      data: { why, from: 'n0', bytes: 1048576 },
    });
    expect((await finish(copyData)).event).toMatchObject({ message: 'Copied the chain data: a reason.' });
  });
});

describe('the settling of a reindex', () => {
  const startedAt = '2026-11-21T20:00:00Z';
  const settled = (attempt: number, hasBegun: boolean) =>
    finish({ kind: 'settle-reindex', containerId: 'c1', startedAt, act, attempt, why }, hasBegun);

  test('counts a daemon that began to rebuild as begun since its start', async () => {
    expect(await settled(1, true)).toMatchObject({
      change: { operations: { reindex: { id: 'r1', stage: 'running', startedAt } } },
      event: { kind: 'node.reindex-begun' },
    });
  });

  test('tries again after a daemon that ended before, and the third time reports a failure with its reason', async () => {
    for (const attempt of [1, 2]) {
      expect(await settled(attempt, false)).toMatchObject({
        change: { operations: { reindex: { stage: 'again', attempts: attempt } } },
        event: { kind: 'node.reindex-not-begun' },
      });
    }
    expect(await settled(3, false)).toMatchObject({
      change: { operations: { reindex: { stage: 'failed', reason: expect.stringContaining('exited 3 times') } } },
      event: { kind: 'node.reindex-not-begun' },
    });
  });
});

test.each([true, false])(
  'invariant 4: every kind of step is finished after a kill that took its result, moving %s',
  async (isMoving) => {
    const move = { ...move1, reason: null, startedAt: null, stage: 'copying' as const };
    for (const step of everyKind) {
      const { change, event } = await finish(step, undefined, isMoving ? { operations: { move } } : {});
      expect(change.failure).toBeNull();
      expect(event).toMatchObject({ nodeId: 'n1', kind: expect.stringMatching(/^node\./), data: { why } });
      expect(event.message).toMatch(/^[A-Z].*\.$/);
    }
  },
);

test('what makes a move impossible is the result of its step, and what may pass is thrown', async () => {
  const run = { client, snapshot: facts, signal: AbortSignal.timeout(60_000) } as Parameters<typeof applyStep>[1];
  const gone = { ...run, snapshot: { ...facts, observed: observed({ volumes: [] }) } };
  await expect(applyStep(beginMove, gone)).rejects.toMatchObject({ fault: 'not-found' });
  await expect(applyStep(verifyRoot, gone)).resolves.toEqual({ refused: 'the volume in default was not found' });
  await expect(applyStep(verifyRoot, { ...gone, signal: AbortSignal.abort() })).rejects.toBeInstanceOf(RuntimeError);
});

test.each<[DockerStep, object]>([
  [pull, { action: 'pull the image example:28.1', effect: 'pull', workloadId: null }],
  [create, { action: 'create the container', effect: 'create', workloadId: null }],
  [start, { action: 'start the daemon', effect: 'start', workloadId: 'c1' }],
  [stop, { action: 'stop the daemon', effect: 'stop', workloadId: 'c1' }],
])('describes the step $kind for the loop and for people', (step, expected) => {
  expect(describeStep(step)).toEqual(expected);
});

test('a step that another version stored and that is not known here is one that had no effect', () => {
  const unknown = { kind: 'of-the-future', why } as unknown as DockerStep;
  expect(describeStep(unknown)).toEqual({ action: 'of-the-future', effect: 'other', workloadId: null });
  expect(isStepDone(unknown, null, observed())).toBe(false);
});
