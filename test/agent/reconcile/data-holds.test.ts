import { expect, test } from 'vitest';
import { endedCopy, failedCopy } from '../../../src/agent/reconcile/data-holds.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';

const copying = { seed: { from: 'n0', state: 'copying' as const } };

test('a node that is not to run any more lets its source go', () => {
  const none = { suspension: null };
  const full = { suspension: { code: 'disk_full_stopped' as const, reason: 'its disk is full', since: '2026-01-01' } };
  for (const [desiredState, suspended] of [
    ['stopped', none],
    ['deleted', none],
    ['running', full],
  ] as const)
    expect(endedCopy({ desiredState }, { ...copying, ...suspended })).toStrictEqual({ seed: undefined });
  expect(endedCopy({ desiredState: 'running' }, { ...copying, ...none })).toEqual({});
  expect(endedCopy({ desiredState: 'stopped' }, { seed: { from: 'n0', state: 'copied' }, ...none })).toStrictEqual({});
  expect(endedCopy({ desiredState: 'stopped' }, none)).toStrictEqual({});
});

test('a copy that would fail again lets its source go, and one that an engine without an answer held up does not', () => {
  const full = new RuntimeError('refused', 'the disk is full');
  expect(failedCopy(copying, full, 3)).toEqual({
    seed: { from: 'n0', state: 'failed', reason: 'the disk is full', restartCounter: 3 },
  });
  expect(failedCopy(copying, new Error('unexpected'), 0)).toMatchObject({ seed: { state: 'failed' } });
  expect(failedCopy(copying, new RuntimeError('unreachable', 'no engine'), 0)).toEqual({});
  expect(failedCopy({}, full, 0)).toEqual({});
});
