import { expect, test } from 'vitest';
import {
  decideRotation,
  maxRestartMinutes,
  type RotatedNode,
} from '../../../../src/control-plane/nodes/rpc-credentials/rpc-rotation.ts';
import type { StoredRotation } from '../../../../src/control-plane/tables/rpc-credentials.ts';

const now = Date.parse('2026-01-01T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const rotation = (changes: Partial<StoredRotation> = {}): StoredRotation => ({
  ...{ id: 'r', stage: 'adding', stopped: null, requestedAt: minutesAgo(9), requestedBy: 'Ada' },
  ...{ formerValidForMinutes: 60, formerValidUntil: null, endedAt: null, current: null, moved: 0, skipped: [] },
  other: { user: 'u', sealedPassword: 's', rpcAuth: 'u:aa$bb' },
  ...changes,
});
const node = (name: string, changes: Partial<RotatedNode> = {}): RotatedNode => ({
  ...{ id: name, name, isMoved: false, offReason: null, isBack: false, failure: null },
  ...changes,
});
const current = (name: string, minutes = 1) => ({ id: name, name, since: minutesAgo(minutes) });
const moved = { isMoved: true };
const back = { ...moved, isBack: true };

test.each<[string, StoredRotation, RotatedNode[], object]>([
  ['moves the first node', rotation(), [node('a'), node('b')], { kind: 'move', node: node('a') }],
  [
    'waits for the node that restarts',
    rotation({ current: current('a') }),
    [node('a', moved), node('b')],
    { kind: 'wait' },
  ],
  [
    'goes on once that node is back',
    rotation({ current: current('a') }),
    [node('a', back), node('b')],
    { kind: 'release', counts: true },
  ],
  [
    'goes on when that node was deleted',
    rotation({ current: current('a') }),
    [node('b')],
    { kind: 'release', counts: false, skipped: null },
  ],
  [
    'goes on when that node was stopped, and says so',
    rotation({ current: current('a') }),
    [node('a', { ...moved, offReason: 'it is stopped' })],
    { kind: 'release', counts: false, skipped: 'it is stopped' },
  ],
  [
    'stops when that node fails, and says why',
    rotation({ current: current('a') }),
    [node('a', { ...moved, failure: 'no disk' }), node('b')],
    { kind: 'stop', reason: 'a fails after its restart: no disk' },
  ],
  [
    'stops when that node is not back in time',
    rotation({ current: current('a', maxRestartMinutes + 1) }),
    [node('a', moved), node('b')],
    { kind: 'stop', reason: expect.stringContaining('not back') },
  ],
  [
    'does not wait for nodes that run no daemon',
    rotation(),
    [node('a'), node('b', { offReason: 'it is stopped' }), node('c', { failure: 'no disk' })],
    {
      kind: 'move-idle',
      nodes: [node('b', { offReason: 'it is stopped' }), node('c', { failure: 'no disk' })],
    },
  ],
  ['goes to the next stage after the last node', rotation(), [node('a', back)], { kind: 'next-stage' }],
  [
    'lets both pairs be valid for a while',
    rotation({ stage: 'both_valid', formerValidUntil: minutesAgo(-1) }),
    [node('a', back)],
    { kind: 'wait' },
  ],
  [
    'ends the former pair after that',
    rotation({ stage: 'both_valid', formerValidUntil: minutesAgo(1) }),
    [node('a', back)],
    { kind: 'next-stage' },
  ],
  ['does nothing once it stopped', rotation({ stopped: 'a fails' }), [node('a')], { kind: 'wait' }],
  ['does nothing once it is done', rotation({ stage: 'done' }), [node('a')], { kind: 'wait' }],
])('a rotation %s', (_behaviour, state, nodes, expected) => {
  expect(decideRotation(state, nodes, now)).toMatchObject(expected);
});
