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
  ...{ formerExpiresInSeconds: 3600, formerExpiresAt: null, endedAt: null, current: null, moved: 0, skipped: [] },
  other: { user: 'u', sealedPassword: 's', rpcAuth: 'u:aa$bb' },
  ...changes,
});
const node = (name: string, changes: Partial<RotatedNode> = {}): RotatedNode => ({
  ...{ id: name, name, isMoved: false, offReason: null, isBack: false, failure: null },
  ...changes,
});
const since = (minutes: number) => rotation({ current: { id: 'a', name: 'a', since: minutesAgo(minutes) } });
const restarting = since(1);
const bothValidUntil = (minutes: number) => rotation({ stage: 'both_valid', formerExpiresAt: minutesAgo(-minutes) });
const moved = node('a', { isMoved: true });
const back = node('a', { isMoved: true, isBack: true });
const stopped = { offReason: 'it is stopped' };
const failing = { failure: 'no disk' };
const [a, b, idle, broken] = [node('a'), node('b'), node('b', stopped), node('c', failing)];
const released = (outcome: object) => ({ kind: 'release', ...outcome });

test.each<[string, StoredRotation, RotatedNode[], object]>([
  ['moves the first node', rotation(), [a, b], { kind: 'move', node: a }],
  ['waits for the node that restarts', restarting, [moved, b], { kind: 'wait' }],
  ['goes on once that node is back', restarting, [back, b], released({ counts: true })],
  ['goes on when that node was deleted', restarting, [b], released({ counts: false, skipped: null })],
  [
    'goes on when that node was stopped, and says so',
    restarting,
    [{ ...moved, ...stopped }],
    released({ counts: false, skipped: 'it is stopped' }),
  ],
  [
    'stops when that node fails, and says why',
    restarting,
    [{ ...moved, ...failing }, b],
    { kind: 'stop', reason: 'a fails after its restart: no disk' },
  ],
  [
    'stops when that node is not back in time',
    since(maxRestartMinutes + 1),
    [moved, b],
    { kind: 'stop', reason: expect.stringContaining('not back') },
  ],
  [
    'does not wait for nodes without a daemon',
    rotation(),
    [a, idle, broken],
    { kind: 'move-idle', nodes: [idle, broken] },
  ],
  ['goes to the next stage after the last node', rotation(), [back], { kind: 'next-stage' }],
  ['lets both pairs be valid for a while', bothValidUntil(1), [back], { kind: 'wait' }],
  ['ends the former pair after that', bothValidUntil(-1), [back], { kind: 'next-stage' }],
  ['does nothing once it stopped', rotation({ stopped: 'a fails' }), [a], { kind: 'wait' }],
  ['does nothing once it is done', rotation({ stage: 'done' }), [a], { kind: 'wait' }],
])('a rotation %s', (_behaviour, state, nodes, expected) => {
  expect(decideRotation(state, nodes, now)).toMatchObject(expected);
});
