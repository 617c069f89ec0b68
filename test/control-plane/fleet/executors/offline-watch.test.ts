import { expect, test } from 'vitest';
import { beginWatch, gapsUntil, unprovenSilences } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';

const start = { now: 1_000_000, elapsed: 0 };
/** A time after the start, in seconds on each clock. */
const after = (elapsed: number, now = elapsed) => ({ now: start.now + now * 1000, elapsed: elapsed * 1000 });

test('a watch that begins knows of no silence before', () => {
  expect(beginWatch(after(3)).gaps).toEqual([{ seconds: Infinity, ended: 3000 }]);
});

test.each([
  ['comes in time', after(105), []],
  ['comes a little late', after(109), []],
  ['comes late, because the process stalled', after(111), [{ seconds: 11, ended: 111_000 }]],
  ['comes after the machine slept', after(105, 3700), [{ seconds: 3600, ended: 105_000 }]],
  ['comes after the clock was set back', after(105, -3700), []],
  ['comes late after the clock was set back', after(111, -3700), [{ seconds: 11, ended: 111_000 }]],
])('a look that %s finds what was not watched', (_when, at, gaps) => {
  expect(gapsUntil({ lastLook: after(100), gaps: [] }, at, 5)).toEqual(gaps);
});

test('a look that comes two seconds late is no gap, however short the interval is', () => {
  const watch = { lastLook: after(100), gaps: [] };
  expect(gapsUntil(watch, after(102), 1 / 3)).toEqual([]);
  expect(gapsUntil(watch, after(103), 1 / 3)).toEqual([{ seconds: 3, ended: 103_000 }]);
});

test('of many gaps the latest hundred are known', () => {
  const gaps = Array.from({ length: 100 }, (_none, index) => ({ seconds: 3, ended: -index }));
  const found = gapsUntil({ lastLook: after(100), gaps }, after(140), 5);
  expect(found).toEqual([{ seconds: 40, ended: 140_000 }, ...gaps.slice(0, 99)]);
});

test.each([
  ['without a gap, every silence counts', [], []],
  ['after a start, none counts that began before it', [[Infinity, 90]], [[10, Infinity]]],
  ['a gap spoils silences of up to ten times its length', [[6, 90]], [[10, 60]]],
  ['a short gap long ago spoils none', [[6, 10]], []],
  [
    'separate gaps exclude a range each',
    [
      [2, 90],
      [8, 60],
    ],
    [
      [10, 20],
      [40, 100],
    ],
  ],
  [
    'consecutive gaps exclude one range',
    [
      [6, 90],
      [6, 60],
    ],
    [[10, 120]],
  ],
])('%s', (_what, gaps, ranges) => {
  const found = unprovenSilences(
    gaps.map(([seconds = 0, ended = 0]) => ({ seconds, ended: ended * 1000 })),
    100_000,
  );
  expect(found.map(({ above, below }) => [above, below])).toEqual(ranges);
});
