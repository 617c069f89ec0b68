import { expect, test } from 'vitest';
import { copiedSoFar, trackMove } from '../../../src/agent/node/move-tracker.ts';
import type { MoveUnderWay, NodeFailure } from '../../../src/agent/runtime/node-record.ts';
import type { Observation } from '../../../src/agent/runtime/runtime.ts';
import { desired, workload } from '../../fixtures/node.ts';

const at = (state: MoveUnderWay['state'], was?: string): MoveUnderWay => ({
  ...{ id: 'm1', from: 'default', to: 'ssd', state, reason: null },
  ...(was === undefined ? {} : { was }),
});
const asked = desired({ move: { id: 'm1', to: 'ssd' } });
const stopped = workload({ state: 'stopped', startedAt: '2026-01-01T00:00:00Z' });
const refusedStart: NodeFailure = { message: 'no such device', count: 1, quiet: false, isRefusedStart: true };

const track = (
  move: MoveUnderWay,
  node = asked,
  failure: NodeFailure | null = null,
  seen: Partial<Pick<Observation, 'workload' | 'data'>> = {},
) => {
  const { change, event } = trackMove(node, { move, failure }, { workload: stopped, data: 'present', ...seen });
  return { state: change.move?.state ?? move.state, dataRoot: change.dataRoot, event: event?.kind };
};
const givenUp = { state: 'returning', dataRoot: 'default', event: 'node.move-given-up' };
const asItWas = (state: string) => ({ state, dataRoot: undefined, event: undefined });

test('a copy that is not asked for any more is given up, and one that a daemon was started on is not', () => {
  const nobody = desired();
  for (const state of ['copying', 'copied'] as const) expect(track(at(state), nobody)).toEqual(givenUp);
  for (const state of ['switched', 'answered', 'returning'] as const)
    expect(track(at(state), nobody)).toEqual(asItWas(state));
});

test('a node that is stopped or deleted meanwhile keeps its move as it is', () => {
  expect(track(at('copying'), { ...asked, desiredState: 'stopped' })).toEqual(asItWas('copying'));
  expect(track(at('copying'), { ...asked, move: null, desiredState: 'deleted' })).toEqual(asItWas('copying'));
});

test('invariant 3: a copy is made again whose data a daemon has opened meanwhile', () => {
  const copied = at('copied', '2026-01-01T00:00:00Z');
  expect(track(copied)).toEqual(asItWas('copied'));
  expect(track(copied, asked, null, { workload: workload() })).toEqual(asItWas('copying'));
  const again = workload({ state: 'stopped', startedAt: '2026-01-01T00:05:00Z' });
  expect(track(copied, asked, null, { workload: again })).toEqual(asItWas('copying'));
  expect(track(copied, asked, null, { workload: undefined })).toEqual(asItWas('copied'));
});

test('a copy on which no daemon can be started, or that somebody removed, is given up', () => {
  expect(track(at('switched'))).toEqual(asItWas('switched'));
  expect(track(at('switched'), asked, refusedStart)).toEqual(givenUp);
  expect(track(at('switched'), asked, null, { data: 'absent' })).toEqual(givenUp);
});

test('what is copied is kept of the move that is under way', () => {
  expect(copiedSoFar({ move: at('copying') }, 'm1', { done: 5, total: 9 }).move).toMatchObject({
    copiedBytes: 5,
    totalBytes: 9,
  });
  expect(copiedSoFar({ move: at('copying') }, 'm0', { done: 5, total: 9 })).toEqual({});
});
