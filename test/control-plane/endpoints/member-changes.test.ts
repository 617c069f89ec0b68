import { expect, test } from 'vitest';
import { isVisibleChange, memberChanges, withRecorded } from '../../../src/control-plane/endpoints/member-changes.ts';

const member = (code: string, change: object = {}) => ({
  ...{ nodeId: 'alpha', code, reason: `It is ${code}.`, since: '2026-01-01T00:00:00.000Z' },
  ...{ height: 1, blocksBehind: 0 },
  ...change,
});

/** The events that reports of one node are, in their order: `used`, `unused`. */
function recordedOf(codes: readonly string[]): string[] {
  let before: ReturnType<typeof withRecorded> = [];
  return codes.flatMap((code) => {
    const after = withRecorded(before, [member(code)]);
    const changes = memberChanges(before, after);
    before = after;
    return changes.map(({ recorded }) => String(recorded));
  });
}

test.each([
  ['a node that is used', ['starting', 'used', 'used'], ['used']],
  ['a node that is unused in two reports', ['used', 'behind', 'behind', 'behind'], ['used', 'unused']],
  ['a node whose reason changes', ['used', 'unreachable', 'warming_up', 'syncing'], ['used', 'unused']],
  ['a node that is used again', ['used', 'behind', 'behind', 'used'], ['used', 'unused', 'used']],
  ['a node that is busy now and then', ['used', 'timeout', 'used', 'timeout', 'used'], ['used']],
  ['a node that was never used', ['needs_restart', 'needs_restart', 'needs_restart'], ['unused']],
  ['a used node of a gateway that restarts', ['used', 'starting', 'starting', 'used'], ['used']],
  ['an unused node of a gateway that restarts', ['behind', 'behind', 'starting', 'behind', 'behind'], ['unused']],
])('memberChanges › records %s', (_what, codes, expected) => {
  expect(recordedOf(codes)).toEqual(expected);
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
