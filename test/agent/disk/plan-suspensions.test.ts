import { expect, test } from 'vitest';
import { addSize, grownBytes, growthPerDay, type SizeReading } from '../../../src/agent/disk/node-growth.ts';
import { type DiskUser, diskMarks, planSuspensions } from '../../../src/agent/disk/plan-suspensions.ts';

const marks = { stopBelowMiB: 1000, startAboveMiB: 2000 };
const up = (id: string, grownBytes: number): DiskUser => ({ id, isUp: true, isSuspended: false, grownBytes });
const stopping = (user: DiskUser): DiskUser => ({ ...user, isSuspended: true });
const stopped = (user: DiskUser): DiskUser => ({ ...user, isUp: false, isSuspended: true });
const down = (user: DiskUser): DiskUser => ({ ...user, isUp: false });
const [a, b, c] = [up('a', 1), up('b', 3), up('c', 2)];

test.each<[string, number, DiskUser[], string[], string[]]>([
  ['nothing while there is room', 5000, [a, b, c], [], []],
  ['nothing between the marks', 1500, [a, stopped(b), c], [], []],
  ['exactly at the mark nothing', 1000, [a, b, c], [], []],
  ['below the mark, the one that grew most', 999, [a, b, c], ['b'], []],
  ['not the next one while the first is stopping', 999, [a, stopping(b), c], [], []],
  ['the next one when the first is down and that was not enough', 999, [a, stopped(b), c], ['c'], []],
  ['the last one', 999, [a, stopped(b), stopped(c)], ['a'], []],
  ['nodes that do not run yet at once', 999, [a, b, down(c)], ['c', 'b'], []],
  ['nodes that do not run yet also while one is stopping', 999, [a, stopping(b), down(c)], ['c'], []],
  ['all at once when it is nearly too late', 499, [a, stopping(b), c], ['c', 'a'], []],
  ['of nodes that grew alike, the first id', 999, [up('z', 0), up('y', 0)], ['y'], []],
  ['with room again, the one that grew least first', 2000, [stopped(a), stopped(b), stopped(c)], [], ['a']],
  ['with room again, the one that grew most last', 2000, [a, stopped(b), c], [], ['b']],
  ['with room again, one that is still stopping', 2000, [a, stopping(b), c], [], ['b']],
])('suspends or resumes %s', (_what, free, users, suspend, resume) => {
  expect(planSuspensions(free, marks, users)).toEqual({ suspend, resume });
});

test('a mark of 0 never stops a daemon, and lets go those that were stopped', () => {
  const never = { stopBelowMiB: 0, startAboveMiB: 0 };
  expect(planSuspensions(0, never, [a, stopped(b)])).toEqual({ suspend: [], resume: ['b'] });
});

test.each<[number, number | undefined, number | undefined, number, number]>([
  [10_000, undefined, undefined, 2048, 4096],
  [1_000_000, undefined, undefined, 10_000, 20_000],
  [20_000_000, undefined, undefined, 20_480, 40_960],
  [10_000, 100, 500, 100, 500],
  [10_000, 600, 500, 600, 600],
  [10_000, 0, undefined, 0, 0],
])('a disk of %i MiB with the settings %s and %s has the marks %i and %i', (total, stop, start, below, above) => {
  expect(diskMarks({ diskStopBelowMiB: stop, diskStartAboveMiB: start }, total)).toEqual({
    stopBelowMiB: below,
    startAboveMiB: above,
  });
});

const minute = 60_000;
const grow = (...bytes: number[]): readonly SizeReading[] =>
  bytes.reduce<readonly SizeReading[]>((all, size, at) => addSize(all, { at: at * minute, bytes: size }), []);

test('the growth of a node is known at once, and its rate after ten minutes', () => {
  const first = grow(100, 160);
  expect(grownBytes(first)).toBe(60);
  expect(growthPerDay(first)).toBeNull();
  const later = grow(...Array.from({ length: 11 }, (_none, at) => at * 10));
  expect(growthPerDay(later)).toBe(10 * 60 * 24);
  expect(growthPerDay([])).toBeNull();
  // It was pruned.
  expect(grownBytes(grow(1000, 200))).toBe(0);
});

test('an hour of readings is kept, one a minute and the newest', () => {
  let history: readonly SizeReading[] = [];
  for (let second = 0; second <= 7200; second += 3) history = addSize(history, { at: second * 1000, bytes: second });
  expect(history.length).toBeLessThanOrEqual(62);
  expect(grownBytes(history)).toBeGreaterThanOrEqual(3540);
  expect(history.at(-1)?.bytes).toBe(7200);
});
