import { expect, test } from 'vitest';
import { beginWatch, graceEnd } from '../../../src/control-plane/executors/offline-watch.ts';

const periods = { everySeconds: 5, graceSeconds: 47 };
const start = { now: 1_000_000, elapsed: 0 };
/** A moment after the start, in seconds on each clock. */
const after = (elapsed: number, now = elapsed) => ({ now: start.now + now * 1000, elapsed: elapsed * 1000 });

test('a watch that begins gives every agent the time to report', () => {
  expect(beginWatch(after(3), periods.graceSeconds).graceEndsAt).toBe(50_000);
});

test.each([
  ['comes in time', after(105), 0],
  ['comes a little late', after(109), 0],
  ['comes late, because the process stalled', after(111), 158_000],
  ['comes after the machine slept', after(105, 3700), 152_000],
  ['comes after the clock was set back', after(105, -3700), 0],
  ['comes late after the clock was set back', after(111, -3700), 158_000],
])('a look that %s gives the agents the right grace', (_when, at, graceEndsAt) => {
  expect(graceEnd({ lastLook: after(100), graceEndsAt: 0 }, at, periods)).toBe(graceEndsAt);
});

test('a look that comes two seconds late begins no new grace, however short the interval is', () => {
  const shortPeriods = { everySeconds: 1 / 3, graceSeconds: 5 };
  const watch = { lastLook: after(100), graceEndsAt: 0 };
  expect(graceEnd(watch, after(102), shortPeriods)).toBe(0);
  expect(graceEnd(watch, after(103), shortPeriods)).toBe(108_000);
});
