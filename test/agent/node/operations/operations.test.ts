import { expect, test } from 'vitest';
import {
  endedBy,
  progressed,
  reportOperations,
  trackOperations,
} from '../../../../src/agent/node/operations/operations.ts';
import { newNodeRecord, type OperationRecords } from '../../../../src/agent/runtime/node-record.ts';
import { desired, operation, workload } from '../../../fixtures/node.ts';

const blank = { reason: null, startedAt: null };
const move = { ...blank, id: 'move-1', from: 'default', to: 'ssd' };
const seed = { ...blank, id: 'seed-1', from: 'n0' };
const other = { ...blank, id: 'adopt-1', stage: 'half' };
const withOperations = (operations: OperationRecords) => ({ ...newNodeRecord(0), operations });
const reported = (operations: OperationRecords, wish: object = {}) =>
  reportOperations(desired(wish), withOperations(operations));
const asked = operation('move', { from: 'default', to: 'ssd' });
const up = { workload: workload(), data: 'present' } as const;
const down = { ...up, workload: workload({ state: 'stopped' }) };

test.each<[what: string, OperationRecords, wish: object, expected: object[]]>([
  ['that copies', { move: { ...move, stage: 'copying' } }, asked, [{ state: 'running', cancellable: true }]],
  ['past the point of no return', { move: { ...move, stage: 'switched' } }, asked, [{ cancellable: false }]],
  ['that rolls back', { move: { ...move, stage: 'returning' } }, asked, [{ state: 'running' }]],
  ['that rolls back, cancelled', { move: { ...move, stage: 'returning' } }, {}, [{ state: 'cancelled' }]],
  ['that went on although it was cancelled', { move: { ...move, stage: 'switched' } }, {}, [{ state: 'running' }]],
  ['that ended', { move: { ...move, stage: 'failed', reason: 'no' } }, asked, [{ state: 'failed', reason: 'no' }]],
  ['that ended and is not asked for', { move: { ...move, stage: 'failed' } }, {}, []],
  ['of a kind without stages', { adopt: { ...other, done: 1, total: 4 } }, {}, [{ state: 'running', progress: 0.25 }]],
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

test('an operation without a tracker is forgotten once it is cancelled', () => {
  const { change } = trackOperations(desired(), withOperations({ adopt: other }), up);
  expect(change.operations).toStrictEqual({ adopt: undefined });
});

test('a node that is not to run any more lets the source of its copy go', () => {
  const copying = withOperations({ seed: { ...seed, stage: 'copying' } });
  const wish = operation('seed', { from: 'n0', name: 'zero' });
  const seedAfter = (node: object, record = copying) =>
    trackOperations(desired({ ...wish, ...node }), record, down).change;
  const suspension = { code: 'disk_full_stopped' as const, reason: 'its disk is full', since: '2026-01-01' };
  for (const change of [
    seedAfter({ desiredState: 'stopped' }),
    seedAfter({ desiredState: 'deleted' }),
    seedAfter({}, { ...copying, suspension }),
  ])
    expect(change.operations).toStrictEqual({ seed: undefined });
  expect(seedAfter({}).operations).toEqual({});
  const copied = withOperations({ seed: { ...seed, stage: 'copied' } });
  expect(seedAfter({ desiredState: 'stopped' }, copied).operations).toEqual({});
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
  expect(kinds('answered', 'succeeded')).toEqual(['node.operation-succeeded: The move is complete.']);
  expect(kinds('answered', 'failed')).toEqual(['node.operation-failed: The move failed: the disk is unsound.']);
  expect([...kinds('succeeded', 'succeeded'), ...kinds('answered', 'cancelled')]).toEqual([]);
});
