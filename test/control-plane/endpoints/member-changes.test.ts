import { expect, test } from 'vitest';
import { isVisibleChange, memberChanges } from '../../../src/control-plane/endpoints/member-changes.ts';

const member = (code: string, change: object = {}) => ({
  ...{ nodeId: 'alpha', code, reason: `It is ${code}.`, since: '2026-01-01T00:00:00.000Z' },
  ...{ height: 1, blocksBehind: 0 },
  ...change,
});

test.each([
  ['a node that is used from now on', ['behind'], 'used', 1],
  ['a node that is no longer used', ['used'], 'behind', 1],
  ['a used node of the first report', [], 'used', 1],
  ['no node that is still used', ['used'], 'used', 0],
  ['no unused node with another reason', ['behind'], 'unreachable', 0],
  ['no unused node of the first report', [], 'needs_restart', 0],
  ['no node that a restarted gateway has not asked yet', ['used'], 'starting', 0],
  ['a node that a restarted gateway uses', ['starting'], 'used', 1],
])('memberChanges › names %s', (_what, before, after, count) => {
  const changes = memberChanges(
    before.map((code) => member(code)),
    [member(after)],
  );
  expect(changes).toHaveLength(count);
});

const report = (change: object = {}) => ({
  ...{ isListening: true, reason: null, digest: 'a', members: [member('used')] },
  ...change,
});

test.each([
  ['another state of a node', { members: [member('behind')] }, true],
  ['a certificate that was refused', { reason: 'bad PEM' }, true],
  ['later settings', { digest: 'b' }, true],
  ['a port that is taken', { isListening: false }, true],
  ['only another height', { members: [member('used', { height: 2 })] }, false],
])('isVisibleChange › compares %s', (_what, change, isExpected) => {
  expect(isVisibleChange(report(), report(change))).toBe(isExpected);
});

test('isVisibleChange › is true for the first report', () => {
  expect(isVisibleChange(undefined, report())).toBe(true);
});
