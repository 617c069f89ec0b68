import { expect, test } from 'vitest';
import { trackMove } from '../../../../src/agent/node/operations/move.ts';
import type { MoveRecord, NodeFailure } from '../../../../src/agent/runtime/node-record.ts';
import type { Observation } from '../../../../src/agent/runtime/runtime.ts';
import { desired, operation, workload } from '../../../fixtures/node.ts';

const at = (stage: MoveRecord['stage'], was?: string): MoveRecord => ({
  ...{ id: 'move-1', from: 'default', to: 'ssd', stage, reason: null, startedAt: null },
  ...(was === undefined ? {} : { was }),
});
const asked = desired(operation('move', { from: 'default', to: 'ssd' }));
const stopped = workload({ state: 'stopped', startedAt: '2026-01-01T00:00:00Z' });
const refusedStart: NodeFailure = { message: 'no such device', count: 1, quiet: false, isRefusedStart: true };

const track = (
  move: MoveRecord,
  node = asked,
  failure: NodeFailure | null = null,
  seen: Partial<Pick<Observation, 'workload' | 'data'>> = {},
) => {
  const record = { operations: { move }, failure };
  const { change, event } = trackMove(node, record, { workload: stopped, data: 'present', ...seen }) ?? {};
  return { stage: change?.operations?.move?.stage ?? move.stage, dataRoot: change?.dataRoot, event: event?.kind };
};
const givenUp = { stage: 'returning', dataRoot: 'default', event: 'node.move-given-up' };
const asItWas = (stage: string) => ({ stage, dataRoot: undefined, event: undefined });

test('a copy that is not asked for any more is given up, and one that a daemon was started on is not', () => {
  const nobody = desired();
  for (const stage of ['copying', 'copied'] as const) expect(track(at(stage), nobody)).toEqual(givenUp);
  for (const stage of ['switched', 'answered', 'returning'] as const)
    expect(track(at(stage), nobody)).toEqual(asItWas(stage));
});

test('a node that is stopped or deleted meanwhile keeps its move as it is', () => {
  expect(track(at('copying'), { ...asked, desiredState: 'stopped' })).toEqual(asItWas('copying'));
  expect(track(at('copying'), { ...asked, operations: [], desiredState: 'deleted' })).toEqual(asItWas('copying'));
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
