import { describe, expect, test } from 'vitest';
import {
  decideRotation,
  type RotatedNode,
  type RotationRollout,
  whenCancelled,
} from '../../../../src/control-plane/rollouts/rpc-rotation/plan-rotation.ts';
import { countTurns } from '../../../../src/control-plane/rollouts/rpc-rotation/rotation-rollout.ts';
import type { StoredRotation } from '../../../../src/control-plane/tables/rpc-credentials.ts';

type Rotation = Parameters<typeof decideRotation>[0];

const now = Date.parse('2026-01-01T12:00:00.000Z');
const rotation = (changes: Partial<Rotation> = {}): Rotation => ({
  ...{ stage: 'adding', stopped: null, formerExpiresAt: null },
  ...changes,
});
const bothValidUntil = (minutes: number) =>
  rotation({ stage: 'both_valid', formerExpiresAt: new Date(now + minutes * 60_000).toISOString() });
const node = (name: string, changes: Partial<RotatedNode> = {}): RotatedNode => ({
  ...{ id: name, name, hasPairs: false, idle: null, isBusy: false },
  ...changes,
});
const rollout = (state: RotationRollout['state'], reason: string | null = null): RotationRollout => ({ state, reason });
const failed = rollout('stopped', 'a did not come back.');
const [a, b, idle] = [node('a'), node('b'), node('c', { idle: 'it is stopped' })];
const busy = node('d', { isBusy: true });
const done = node('a', { hasPairs: true });

test.each<[string, Rotation, RotationRollout | null, RotatedNode[], object]>([
  ['rolls the pairs out to running nodes', rotation(), null, [a, b], { kind: 'roll-out', nodes: [a, b] }],
  ['gives them to nodes without a daemon first', rotation(), null, [a, idle], { kind: 'give', nodes: [idle] }],
  ['leaves out nodes of another rollout', rotation(), null, [a, busy], { kind: 'roll-out', nodes: [a] }],
  ['waits for nodes of another rollout', rotation(), null, [done, busy], { kind: 'wait' }],
  ['waits for its rollout', rotation(), rollout('running'), [], { kind: 'wait' }],
  ['waits while its rollout is paused', rotation(), rollout('paused'), [], { kind: 'wait' }],
  ['counts the members of a finished rollout', rotation(), rollout('finished'), [], { kind: 'count' }],
  ['stops with its rollout', rotation(), failed, [], { kind: 'stop', reason: 'a did not come back.' }],
  ['stops once', rotation({ stopped: 'a did not come back.' }), failed, [], { kind: 'wait' }],
  ['continues when its rollout does', rotation({ stopped: 'x' }), rollout('running'), [], { kind: 'continue' }],
  [
    'stops when its rollout is cancelled',
    rotation(),
    rollout('cancelled'),
    [],
    { kind: 'stop', reason: whenCancelled },
  ],
  ['rests once that is known', rotation({ stopped: whenCancelled }), rollout('cancelled'), [], { kind: 'wait' }],
  ['starts nothing while it is stopped', rotation({ stopped: 'limit' }), null, [a], { kind: 'wait' }],
  ['includes nodes that were created meanwhile', rotation(), null, [done, b], { kind: 'roll-out', nodes: [b] }],
  ['ends the stage after the last node', rotation(), null, [done], { kind: 'next-stage' }],
  ['lets both pairs be valid for a while', bothValidUntil(1), null, [], { kind: 'wait' }],
  ['ends the former pair after that', bothValidUntil(-1), null, [], { kind: 'next-stage' }],
  ['does nothing once it is done', rotation({ stage: 'done' }), null, [a], { kind: 'wait' }],
])('a rotation %s', (_behaviour, state, ofStage, nodes, expected) => {
  expect(decideRotation(state, ofStage, nodes, now)).toEqual(expected);
});

describe('countTurns', () => {
  const counted: Pick<StoredRotation, 'moved' | 'skipped'> = { moved: 1, skipped: [{ name: 'x', reason: 'off' }] };

  test('adds restarted members', () => {
    const members = [{ nodeName: 'a', state: 'changed', reason: null }] as const;
    expect(countTurns(counted, members)).toEqual({ moved: 2, skipped: counted.skipped });
  });

  test('lists members that were not restarted, with the reason', () => {
    const members = [{ nodeName: 'a', state: 'changed', reason: 'Not restarted: it is stopped.' }] as const;
    const skipped = [...counted.skipped, { name: 'a', reason: 'Not restarted: it is stopped.' }];
    expect(countTurns(counted, members)).toEqual({ moved: 1, skipped });
  });

  test('leaves out members whose turn is not over', () => {
    expect(countTurns(counted, [{ nodeName: 'a', state: 'under_way', reason: null }])).toEqual(counted);
  });
});
