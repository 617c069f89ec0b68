import { expect, test } from 'vitest';
import type { NodeHealth } from '../../../../src/agent/monitor/daemon-view.ts';
import { trackMove } from '../../../../src/agent/node/operations/move.ts';
import {
  endedBy,
  progressed,
  reportOperations,
  trackOperations,
} from '../../../../src/agent/node/operations/operations.ts';
import { reindexDone, trackedReindex } from '../../../../src/agent/node/operations/reindex.ts';
import {
  type MoveRecord,
  type NodeFailure,
  newNodeRecord,
  type OperationRecords,
  type ReindexRecord,
} from '../../../../src/agent/runtime/node-record.ts';
import type { Observation } from '../../../../src/agent/runtime/runtime.ts';
import { desired, operation, workload } from '../../../fixtures/node.ts';

const blank = { reason: null, startedAt: null };
const move = { ...blank, id: 'move-1', from: 'default', to: 'ssd' };
const seed = { ...blank, id: 'seed-1', from: 'n0' };
const withOperations = (operations: OperationRecords) => ({ ...newNodeRecord(0), operations });
const reported = (operations: OperationRecords, wish: object = {}) =>
  reportOperations(desired(wish), withOperations(operations));
const asked = operation('move', { from: 'default', to: 'ssd' });
const up = { workload: workload(), data: 'present' } as const;
const down = { ...up, workload: workload({ state: 'stopped' }) };

test.each<[what: string, OperationRecords, wish: object, expected: object[]]>([
  ['that copies', { move: { ...move, stage: 'copying' } }, asked, [{ state: 'running', cancellable: true }]],
  ['past the point of no return', { move: { ...move, stage: 'switched' } }, asked, [{ cancellable: false }]],
  ['that rolls back, cancelled', { move: { ...move, stage: 'returning' } }, {}, [{ state: 'cancelled' }]],
  ['that went on although it was cancelled', { move: { ...move, stage: 'switched' } }, {}, [{ state: 'running' }]],
  ['that ended', { move: { ...move, stage: 'failed', reason: 'no' } }, asked, [{ state: 'failed', reason: 'no' }]],
  ['that ended and is not asked for', { move: { ...move, stage: 'failed' } }, {}, []],
])('reports an operation %s', (_what, operations, wish, expected) => {
  expect(reported(operations, wish)).toMatchObject(expected);
});

test('reports how much is copied, and nothing of it once that is over', () => {
  const bytes = { done: 1024 ** 3, total: 2 * 1024 ** 3 };
  const step = 'copying the data (1.0 of 2.0 GiB)';
  expect(reported({ move: { ...move, ...bytes, stage: 'copying' } })).toMatchObject([{ progress: 0.5, step }]);
  expect(reported({ move: { ...move, ...bytes, stage: 'switched' } })).toMatchObject([{ progress: null }]);
});

test('keeps the progress of the operation that a step belongs to', () => {
  const record = withOperations({ move: { ...move, stage: 'copying' } });
  expect(progressed(record, 'move-1', { done: 5, total: 9 })).toMatchObject({ operations: { move: { done: 5 } } });
  expect(progressed(record, 'other', { done: 5, total: 9 })).toEqual({});
});

test('a full disk releases the source of a copy; a stopped node keeps what is copied', () => {
  const wish = desired(operation('seed', { from: 'n0', name: 'zero' }));
  const suspension = { code: 'disk_full_stopped' as const, reason: 'its disk is full', since: '2026-01-01' };
  const copying = withOperations({ seed: { ...seed, stage: 'copying' } });
  expect(trackOperations(wish, { ...copying, suspension }, down).change.operations).toStrictEqual({ seed: undefined });
  expect(trackOperations(wish, copying, down).change.operations).toEqual({});
  const copied = withOperations({ seed: { ...seed, stage: 'copied' } });
  expect(trackOperations({ ...wish, desiredState: 'stopped' }, copied, down).change.operations).toEqual({});
});

test('an agent that lost its store knows a copy on which a daemon runs as complete', () => {
  const wish = desired(operation('seed', { from: 'n0', name: 'zero' }));
  expect(trackOperations(wish, newNodeRecord(0), up).change).toMatchObject({
    operations: { seed: { id: 'seed-1', stage: 'succeeded' } },
  });
  expect(trackOperations(wish, newNodeRecord(0), down).change.operations).toEqual({});
});

test('each end is reported once, and a cancelled operation by nobody here', () => {
  const at = (stage: 'answered' | 'succeeded' | 'failed' | 'cancelled') =>
    withOperations({ move: { ...move, stage, reason: stage === 'failed' ? 'the disk is unsound' : null } });
  const kinds = (...[before, after]: [Parameters<typeof at>[0], Parameters<typeof at>[0]]) =>
    endedBy('n1', at(before), at(after)).map(({ kind, message }) => `${kind}: ${message}`);
  expect(kinds('answered', 'succeeded')).toEqual(['node.operation_succeeded: The move is complete.']);
  expect(kinds('answered', 'failed')).toEqual(['node.operation_failed: The move failed: the disk is unsound.']);
  expect([...kinds('succeeded', 'succeeded'), ...kinds('answered', 'cancelled')]).toEqual([]);
});

const at = (stage: MoveRecord['stage'], was?: string): MoveRecord => ({
  ...{ ...move, stage },
  ...(was === undefined ? {} : { was }),
});
const moved = desired(asked);
const stopped = workload({ state: 'stopped', startedAt: '2026-01-01T00:00:00Z' });
const refusedStart: NodeFailure = { message: 'no such device', count: 1, quiet: false, isRefusedStart: true };

const track = (
  move: MoveRecord,
  node = moved,
  failure: NodeFailure | null = null,
  seen: Partial<Pick<Observation, 'workload' | 'data'>> = {},
) => {
  const record = { operations: { move }, failure };
  const { change, event } = trackMove(node, record, { workload: stopped, data: 'present', ...seen }) ?? {};
  return { stage: change?.operations?.move?.stage ?? move.stage, dataRoot: change?.dataRoot, event: event?.kind };
};
const givenUp = { stage: 'returning', dataRoot: 'default', event: 'node.move_given_up' };
const asItWas = (stage: string) => ({ stage, dataRoot: undefined, event: undefined });

test('gives up a copy that is no longer requested, unless a daemon was started on it', () => {
  const nobody = desired();
  for (const stage of ['copying', 'copied'] as const) expect(track(at(stage), nobody)).toEqual(givenUp);
  for (const stage of ['switched', 'answered', 'returning'] as const)
    expect(track(at(stage), nobody)).toEqual(asItWas(stage));
});

test('a node that is stopped or deleted meanwhile keeps its move as it is', () => {
  expect(track(at('copying'), { ...moved, desiredState: 'stopped' })).toEqual(asItWas('copying'));
  expect(track(at('copying'), { ...moved, operations: [], desiredState: 'deleted' })).toEqual(asItWas('copying'));
});

test('invariant 3: a copy is made again whose data a daemon has opened meanwhile', () => {
  const copied = at('copied', '2026-01-01T00:00:00Z');
  expect(track(copied)).toEqual(asItWas('copied'));
  expect(track(copied, moved, null, { workload: workload() })).toEqual(asItWas('copying'));
  const again = workload({ state: 'stopped', startedAt: '2026-01-01T00:05:00Z' });
  expect(track(copied, moved, null, { workload: again })).toEqual(asItWas('copying'));
  expect(track(copied, moved, null, { workload: undefined })).toEqual(asItWas('copied'));
});

test('a copy on which no daemon can be started, or that somebody removed, is given up', () => {
  expect(track(at('switched'))).toEqual(asItWas('switched'));
  expect(track(at('switched'), moved, refusedStart)).toEqual(givenUp);
  expect(track(at('switched'), moved, null, { data: 'absent' })).toEqual(givenUp);
});

const rebuild = operation('reindex', { chainstateOnly: false, height: 100 });
const reindexAt = (stage: ReindexRecord['stage']): { operations: OperationRecords } => ({
  operations: { reindex: { id: 'reindex-1', stage, attempts: 1, startedAt: null, reason: null } },
});
const syncing = (height: number): NodeHealth => ({ state: 'syncing', height, headers: 200, progress: 0.5 });

test.each<[string, NodeHealth, boolean]>([
  ['goes on while its daemon reads the block files', { state: 'running', height: 0 }, false],
  ['goes on below the former height', syncing(99), false],
  ['is done at the former height', syncing(100), true],
  ['is done where nothing is missing, also below', { state: 'running', height: 90 }, true],
])('a rebuild %s', (_behaviour, health, isDone) => {
  const done = reindexDone(desired(rebuild), reindexAt('running'), health);
  expect(done !== undefined).toBe(isDone);
  if (isDone) expect(done).toMatchObject({ operations: { reindex: { stage: 'succeeded' } } });
});

test('a rebuild is not done before it began, and runs neither twice nor unrequested', () => {
  const health = syncing(100);
  expect(reindexDone(desired(rebuild), reindexAt('starting'), health)).toBeUndefined();
  expect(reindexDone(desired(rebuild), reindexAt('succeeded'), health)).toBeUndefined();
  expect(reindexDone(desired(), reindexAt('running'), health)).toBeUndefined();
  const other = operation('reindex', { chainstateOnly: false, height: 100 }, { id: 'other' });
  expect(reindexDone(desired(other), reindexAt('running'), health)).toBeUndefined();
});

test('a rebuild to an unknown height is done where nothing is missing', () => {
  const unknown = desired(operation('reindex', { chainstateOnly: false, height: null }));
  expect(reindexDone(unknown, reindexAt('running'), syncing(100))).toBeUndefined();
  expect(reindexDone(unknown, reindexAt('running'), { state: 'running', height: 1 })).toBeDefined();
});

test('an agent that lost its store takes over what has begun, and begins nothing', () => {
  const begun = operation('reindex', { chainstateOnly: false, height: 100 }, { hasStarted: true });
  const track = (wish: object, known: { operations?: OperationRecords } = {}) =>
    trackedReindex.track(desired(wish), { ...newNodeRecord(0), ...known }, { workload: undefined, data: 'present' });
  expect(track(begun)).toMatchObject({ change: { operations: { reindex: { id: 'reindex-1', stage: 'running' } } } });
  expect(track(begun, reindexAt('succeeded'))).toBeUndefined();
  expect(track(rebuild)).toBeUndefined();
  expect(track({})).toBeUndefined();
});
