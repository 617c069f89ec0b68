import { expect, test } from 'vitest';
import { defaultThreads, slotLimits } from '../../../src/gateway/members/slot-limits.ts';

test.each([
  [1, [1, 1, 1]],
  [2, [1, 1, 1]],
  [4, [3, 2, 1]],
  [8, [6, 3, 2]],
  [16, [12, 6, 4]],
  [256, [192, 96, 64]],
])('divides %i threads into calls, of which some may be heavy, and waiting ones', (threads, limits) => {
  const { total, heavy, waiting } = slotLimits(threads);
  expect([total, heavy, waiting]).toEqual(limits);
});

test.each([
  [289_999, 4],
  [290_000, 16],
])('knows the default threads of version %i', (version, threads) => {
  expect(defaultThreads(version)).toBe(threads);
});
