import { expect, test } from 'vitest';
import { groupSizeIssues, groupsOf, notPossible } from '../../../../src/control-plane/rollouts/engine/start-rules.ts';

test.each([
  ['one at a time', 1, 0, [1, 2, 3, 4]],
  ['two at a time', 2, 0, [1, 1, 2, 2]],
  ['two at a time after a canary', 2, 1, [1, 2, 2, 3]],
  ['two at a time after three canaries', 2, 3, [1, 1, 2, 3]],
])('groups members %s', (_title, size, canaries, groups) => {
  expect([0, 1, 2, 3].map(groupsOf(size, canaries))).toEqual(groups);
});

test.each([
  [null, 0],
  [1, 0],
  [100, 0],
  [0, 1],
  [101, 1],
])('a group of %s has %i issues', (size, count) => {
  expect(groupSizeIssues(size, ['data'])).toHaveLength(count);
});

test('a single reason against a rollout is its message, and several are listed', () => {
  const issue = (message: string) => ({ path: ['data'], message });
  expect(notPossible('2 reasons', [issue('a is busy')]).message).toBe('a is busy');
  expect(notPossible('2 reasons', [issue('a is busy'), issue('b is busy')]).message).toBe('2 reasons');
});
