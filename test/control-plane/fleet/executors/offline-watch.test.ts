import { expect, test } from 'vitest';
import { beginWatch, watchedSince } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';

const start = { now: 1_000_000, elapsed: 0 };
/** A time after the start, in seconds on each clock. */
const after = (elapsed: number, now = elapsed) => ({ now: start.now + now * 1000, elapsed: elapsed * 1000 });

test('a watch that begins knows of no silence before', () => {
  expect(beginWatch(after(3)).since).toBe(3000);
});

test.each([
  ['comes in time', after(105), 0],
  ['comes a little late', after(109), 0],
  ['comes late, because the process stalled', after(111), 111_000],
  ['comes after the machine slept', after(105, 3700), 105_000],
  ['comes after the clock was set back', after(105, -3700), 0],
  ['comes late after the clock was set back', after(111, -3700), 111_000],
])('a look that %s finds since when the watch is without a gap', (_when, at, since) => {
  expect(watchedSince({ lastLook: after(100), since: 0 }, at, 5)).toBe(since);
});

test('a look that comes two seconds late is no gap, however short the interval is', () => {
  const watch = { lastLook: after(100), since: 0 };
  expect(watchedSince(watch, after(102), 1 / 3)).toBe(0);
  expect(watchedSince(watch, after(103), 1 / 3)).toBe(103_000);
});
