import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../../../src/console/display/values/duration.ts';
import { secondsToTip } from '../../../../src/console/pages/node/overview/pace.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const parts = (...values: number[]) =>
  values.map((last, index) => ({ at: at(index * 5), verificationProgress: { last } }));

describe('the time to the tip', () => {
  test.each([
    ['without a history', [], 0.5, null],
    ['of less than five minutes', parts(0.1), 0.5, null],
    ['of a node that does not get on', parts(0.5, 0.5, 0.5), 0.5, null],
    ['at an even pace', parts(0.5, 0.55, 0.6), 0.6, 2400],
    [
      'at the pace of the last hour alone',
      parts(0, ...Array.from({ length: 13 }, (_, i) => 0.5 + i * 0.01)),
      0.62,
      11_400,
    ],
    ['of a node that is there', parts(0.9, 1), 1, 0],
  ])('%s', (_what, buckets, progress, seconds) => {
    const found = secondsToTip(buckets, progress);
    expect(found === null ? null : Math.round(found)).toBe(seconds);
  });
});

test.each([
  [59, '59 s'],
  [3 * 86_400 + 7200, '3 d'],
  [781 * 86_400, '2 y 50 d'],
  [4 * 31_556_952, '4 y'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
