import { describe, expect, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import type { ObservedContainer } from '../../../src/agent/docker/engine/observed-container.ts';
import type { DockerSnapshot } from '../../../src/agent/docker/observe.ts';
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
const c1 = { containerId: 'c1', why };
const createVolume: DockerStep = { kind: 'create-volume', why };
const create: DockerStep = { kind: 'create-container', why };
const start: DockerStep = { kind: 'start-container', was: '2026-01-01T00:00:00Z', ...c1 };
const stop: DockerStep = { kind: 'stop-container', cause: 'a restart', ...c1 };
const unpause: DockerStep = { kind: 'unpause-container', ...c1 };
const remove: DockerStep = { kind: 'remove-container', cause: null, ...c1 };
const removeData: DockerStep = { kind: 'remove-data', why };
const seeding = { operationId: 's1', from: 'n0' };
const copyData: DockerStep = { kind: 'copy-data', ...seeding, why };
const move = { id: 'm1', from: 'default', to: 'second' };
const beginMove: DockerStep = { kind: 'begin-move', move, stage: 'copying', why };
const copyRoot: DockerStep = { kind: 'copy-root', move, was: null, why };
const verifyRoot: DockerStep = { kind: 'verify-root', move, why };
const act = { id: 'r1', kind: 'reindex' as const };
/** With the fields of any kind. */
const everyKind = stepKinds.map(({ kind }) => {
  const fields = {
    ...seeding,
    containerId: 'c1',
    move,
    stage: 'copying',
    dataRoot: 'default',
    act,
    attempt: 1,
    file: 'peers.dat',
    at: '',
    index: 'txindex',
    rehearsal: { id: 'r1', clientVersion: '29.0' },
    id: 'r1',
  };
  return { ...fields, was: null, startedAt: null, why, kind } as DockerStep;
});

const here = (...containers: ObservedContainer[]) => observed({ containers });
const gone = observed();
const [running, exited] = [here(container('running')), here(container('exited'))];
test.each<[string, DockerStep, ReturnType<typeof observed>, boolean]>([
  ['a creation whose container has the wanted hash', create, here(container('created')), true],
  ['a creation whose container has another hash', create, here(container('created', { specHash: 'old' })), false],
  ['a start after which it runs anew', start, here(container('running', { startedAt: '2026-01-01T00:00:05Z' })), true],
  ['a start whose container still has its former run', start, exited, false],
  ['a start whose container is gone', start, gone, false],
  ['a stop whose container is down', stop, exited, true],
  ['a stop whose container is up', stop, running, false],
  ['a stop whose container is gone', stop, gone, true],
  ['an unpause whose container runs', unpause, running, true],
  ['an unpause whose container is paused', unpause, here(container('paused')), false],
  ['a removal whose container is gone', remove, gone, true],
  ['a removal whose container is still here', remove, exited, false],
  ['an erasure after which nothing is left', removeData, observed({ data: 'absent' }), true],
  ['an erasure that left the directory', removeData, observed({ data: 'absent', leftoverDataDir: '/srv/n1' }), false],
])('the effect of %s', (_what, step, after, expected) => {
  expect(isStepDone(step, 'good', after)).toBe(expected);
});

const client = new EngineClient('/nonexistent/docker.sock');
const facts: DockerSnapshot = {
  ...{ desired: desired(), workload: undefined, observed: observed(), spec: mainnetSpec, specHash: 'good' },
  ...{
    plan: { steps: [], blocked: null },
    agentRpc: null,
    tip: null,
    operations: {},
    repairs: [],
    loadedWallets: ['savings'],
  },
};
const finish = (step: DockerStep, result?: unknown, snapshot: Partial<DockerSnapshot> = {}) =>
  finishStep(step, result, { client, snapshot: { ...facts, ...snapshot } });

const finishedAt = '2026-01-01T00:01:00Z';
const ended = (exitCode = 0) => container('exited', { finishedAt, exitCode });
const begun = {
  cause: null,
  everStarted: true,
  configHash: configHash(configLines(desired())),
  configuredWallets: ['savings'],
  gatewayRpcAuth: desired().gatewayRpcAuth,
};
const moved = { ...move, reason: null, startedAt: null };
const moveOf = (change: object) => ({ operations: { move: { ...moved, ...change } } });

describe('the record', () => {
  const copied = { message: '1 MiB', data: { bytes: 9 } };
  test.each<[string, DockerStep, unknown, object]>([
    ['the creation of a volume', createVolume, undefined, { volumeMade: true, volumeLostAt: null }],
    ['the creation of a container', create, undefined, { applied: mainnetSpec, lastExit: null, exit: null }],
    ['a start', start, undefined, begun],
    ['a stop', stop, ended(), { cause: 'a restart', lastExit: finishedAt, exit: null }],
    ['a stop whose container is gone', stop, null, { cause: 'a restart', lastExit: null, exit: null }],
    ['a removal', remove, undefined, { cause: null }],
    ['an erasure', removeData, undefined, { volumeMade: false }],
    ['a copied root', copyRoot, copied, moveOf({ stage: 'copied', was: null, done: 9, total: 9 })],
    ['a copied root of unknown size', copyRoot, undefined, moveOf({ stage: 'copied', was: null })],
    ['a move that cannot be', beginMove, { refused: 'full' }, moveOf({ reason: 'full', stage: 'failed' })],
  ])('of %s', async (_what, step, result, expected) => {
    expect((await finish(step, result)).change).toEqual({ failure: null, ...expected });
  });

  test('of a stop whose result was lost in a kill is what the container shows now', async () => {
    const { change, event } = await finish(stop, undefined, { observed: here(ended(137)) });
    expect(change).toMatchObject({ lastExit: finishedAt });
    expect(event).toMatchObject({ level: 'warning', data: { exitCode: 137 } });
  });

  test('of a move has no reason of the move before it', async () => {
    const before = { ...moved, id: 'm0', reason: 'it was full', stage: 'failed' as const };
    const { change } = await finish(beginMove, undefined, { operations: { move: before } });
    expect(change.operations?.move).toEqual({ ...moved, stage: 'copying' });
  });
});

test('adds a created volume or container to the observation, unless a kill hides it', async () => {
  const volume = { dataRoot: 'default', directory: '/data/n1', path: '/data/n1' };
  expect((await finish(createVolume, volume)).observed).toEqual({
    ...facts.observed,
    ...{ data: 'present', directory: '/data/n1', leftoverDataDir: null, volumes: [...facts.observed.volumes, volume] },
  });
  const made = container('created');
  expect((await finish(create, made)).observed).toMatchObject({ workload: made, containers: [made] });
  for (const step of [createVolume, create]) expect((await finish(step)).observed).toBeUndefined();
});

const found = { message: '1.0 MiB in 2.0 s, copied', data: { from: 'n0', bytes: 1048576 } };
const killed = expect.stringContaining('did not stop in time; unflushed data is lost');
test.each<[string, DockerStep, unknown, object]>([
  ['invariant 10: a daemon that the engine had to kill', stop, ended(137), { level: 'warning', message: killed }],
  ['a stop whose container is gone', stop, null, { data: { exitCode: null } }],
  ['a copy', copyData, found, { message: `Copied the chain data: a reason: ${found.message}.`, data: found.data }],
  ['a copy whose result a kill took', copyData, undefined, { message: 'Copied the chain data: a reason.' }],
])('the event: %s', async (_what, step, result, expected) => {
  expect((await finish(step, result)).event).toMatchObject(expected);
});

test('a reindex counts from the daemon’s start, and fails at the third attempt', async () => {
  const startedAt = '2026-11-21T20:00:00Z';
  const settled = (attempt: number, hasBegun: boolean) =>
    finish({ kind: 'settle-reindex', startedAt, act, attempt, ...c1 }, hasBegun);
  const outcome = (kind: string, reindex: object) => ({ change: { operations: { reindex } }, event: { kind } });
  const running = { id: 'r1', stage: 'running', startedAt };
  expect(await settled(1, true)).toMatchObject(outcome('node.reindex_begun', running));
  for (const attempts of [1, 2])
    expect(await settled(attempts, false)).toMatchObject(
      outcome('node.reindex_not_begun', { stage: 'again', attempts }),
    );
  const reason = expect.stringContaining('exited 3 times');
  expect(await settled(3, false)).toMatchObject(outcome('node.reindex_not_begun', { stage: 'failed', reason }));
});

test('invariant 4: each kind of step is completed after a kill that lost its result', async () => {
  const operations = { move: { ...moved, stage: 'copying' as const } };
  for (const snapshot of [{ operations }, {}])
    for (const step of everyKind) {
      const { change, event } = await finish(step, undefined, snapshot);
      expect(change.failure).toBeNull();
      // It changed nothing.
      if (step.kind === 'try-container') {
        expect(event).toBeNull();
        continue;
      }
      expect(event).toMatchObject({ nodeId: 'n1', kind: expect.stringMatching(/^node\./), data: { why } });
      expect(event?.message).toMatch(/^[A-Z].*\.$/);
    }
});

test('an impossible move is the step’s result, and a transient failure is thrown', async () => {
  const snapshot = { ...facts, observed: observed({ volumes: [] }) };
  const run = { client, snapshot, signal: AbortSignal.timeout(60_000) } as Parameters<typeof applyStep>[1];
  await expect(applyStep(beginMove, run)).rejects.toMatchObject({ fault: 'not-found' });
  await expect(applyStep(verifyRoot, run)).resolves.toEqual({ refused: 'the volume in default was not found' });
  await expect(applyStep(verifyRoot, { ...run, signal: AbortSignal.abort() })).rejects.toBeInstanceOf(RuntimeError);
});

test('an unknown step of another version counts as one without effect', () => {
  const unknown = { kind: 'of-the-future', why } as unknown as DockerStep;
  expect(describeStep(start)).toEqual({ action: 'start the daemon', effect: 'start', workloadId: 'c1' });
  expect(describeStep(unknown)).toEqual({ action: 'of-the-future', effect: 'other', workloadId: null });
  expect(isStepDone(unknown, null, observed())).toBe(false);
});
