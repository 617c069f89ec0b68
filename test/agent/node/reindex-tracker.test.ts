import { describe, expect, test } from 'vitest';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import { adoptReindex, reindexDone } from '../../../src/agent/node/reindex-tracker.ts';
import type { ReindexRecord } from '../../../src/agent/runtime/node-record.ts';
import { desired } from '../../fixtures/node.ts';

const asked = { id: 'r1', action: 'reindex', hasBegun: false, height: 100 } as const;
const record = (stage: ReindexRecord['stage']): { reindex: ReindexRecord } => ({
  reindex: { id: 'r1', stage, attempts: 1, begunAt: null, reason: null },
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
    const done = reindexDone(desired({ reindex: asked }), record('running'), health);
    expect(done !== undefined).toBe(isDone);
    if (isDone) expect(done).toMatchObject({ reindex: { stage: 'done' }, event: { kind: 'node.reindex-done' } });
  });

  test('is not done before it has begun, nor a second time, nor where none is asked for', () => {
    const health = syncing(100);
    expect(reindexDone(desired({ reindex: asked }), record('starting'), health)).toBeUndefined();
    expect(reindexDone(desired({ reindex: asked }), record('done'), health)).toBeUndefined();
    expect(reindexDone(desired(), record('running'), health)).toBeUndefined();
    expect(reindexDone(desired({ reindex: { ...asked, id: 'r2' } }), record('running'), health)).toBeUndefined();
  });

  test('whose end would need a height that nobody knows is done where nothing is missing', () => {
    const unknown = desired({ reindex: { ...asked, height: null } });
    expect(reindexDone(unknown, record('running'), syncing(100))).toBeUndefined();
    expect(reindexDone(unknown, record('running'), { state: 'running', height: 1 })).toBeDefined();
  });
});

test('an agent that lost its store takes over what has begun, and begins nothing', () => {
  const begun = desired({ reindex: { ...asked, hasBegun: true } });
  expect(adoptReindex(begun, {})).toMatchObject({ reindex: { id: 'r1', stage: 'running' } });
  expect(adoptReindex(begun, record('done'))).toEqual({});
  expect(adoptReindex(desired({ reindex: asked }), {})).toEqual({});
  expect(adoptReindex(desired(), {})).toEqual({});
});
