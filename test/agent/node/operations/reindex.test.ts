import { describe, expect, test } from 'vitest';
import type { NodeHealth } from '../../../../src/agent/monitor/daemon-view.ts';
import { reindexDone, trackedReindex } from '../../../../src/agent/node/operations/reindex.ts';
import { newNodeRecord, type OperationRecords, type ReindexRecord } from '../../../../src/agent/runtime/node-record.ts';
import { desired, operation } from '../../../fixtures/node.ts';

const asked = operation('reindex', { chainstateOnly: false, height: 100 });
const record = (stage: ReindexRecord['stage']): { operations: OperationRecords } => ({
  operations: { reindex: { id: 'reindex-1', stage, attempts: 1, startedAt: null, reason: null } },
});
const syncing = (height: number): NodeHealth => ({ state: 'syncing', height, headers: 200, progress: 0.5 });

describe('a rebuild', () => {
  test.each<[string, NodeHealth, boolean]>([
    ['goes on while its daemon does not answer', { state: 'starting', message: 'Loading' }, false],
    ['goes on while its daemon reads the block files', { state: 'running', height: 0 }, false],
    ['goes on below the former height', syncing(99), false],
    ['is done at the former height', syncing(100), true],
    ['is done where nothing is missing, also below', { state: 'running', height: 90 }, true],
  ])('%s', (_behaviour, health, isDone) => {
    const done = reindexDone(desired(asked), record('running'), health);
    expect(done !== undefined).toBe(isDone);
    if (isDone) expect(done).toMatchObject({ operations: { reindex: { stage: 'succeeded' } } });
  });

  test('is not done before it has begun, nor a second time, nor where none is asked for', () => {
    const health = syncing(100);
    expect(reindexDone(desired(asked), record('starting'), health)).toBeUndefined();
    expect(reindexDone(desired(asked), record('succeeded'), health)).toBeUndefined();
    expect(reindexDone(desired(), record('running'), health)).toBeUndefined();
    const other = operation('reindex', { chainstateOnly: false, height: 100 }, { id: 'other' });
    expect(reindexDone(desired(other), record('running'), health)).toBeUndefined();
  });

  test('whose end would need a height that nobody knows is done where nothing is missing', () => {
    const unknown = desired(operation('reindex', { chainstateOnly: false, height: null }));
    expect(reindexDone(unknown, record('running'), syncing(100))).toBeUndefined();
    expect(reindexDone(unknown, record('running'), { state: 'running', height: 1 })).toBeDefined();
  });
});

test('an agent that lost its store takes over what has begun, and begins nothing', () => {
  const begun = operation('reindex', { chainstateOnly: false, height: 100 }, { hasStarted: true });
  const track = (wish: object, known: { operations?: OperationRecords } = {}) =>
    trackedReindex.track(desired(wish), { ...newNodeRecord(0), ...known }, { workload: undefined, data: 'present' });
  expect(track(begun)).toMatchObject({ change: { operations: { reindex: { id: 'reindex-1', stage: 'running' } } } });
  expect(track(begun, record('succeeded'))).toBeUndefined();
  expect(track(asked)).toBeUndefined();
  expect(track({})).toBeUndefined();
});
