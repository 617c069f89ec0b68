import { expect, test } from 'vitest';
import { decimalsFor, formatBytes } from '../../../src/console/display/format.ts';

const gib = 1024 ** 3;

test.each([
  [14.2 * gib, 0.01 * gib, '14.19 GiB', '14.2 GiB'],
  [600 * gib, 50 * gib, '550 GiB', '600 GiB'],
  [2.4 * 1024 ** 2, 0.02 * 1024 ** 2, '2.38 MiB', '2.4 MiB'],
])('the numbers at an axis up to %d bytes differ where they are %d bytes apart', (max, step, below, top) => {
  const decimals = decimalsFor(max, step);
  expect([formatBytes(max - step, decimals), formatBytes(max, decimals)]).toEqual([below, top]);
});

test.each([0, 1e-9])('an axis whose numbers are %d bytes apart has no endless decimals', (step) => {
  expect(decimalsFor(gib, step)).toBeLessThanOrEqual(4);
});
