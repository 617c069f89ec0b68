import { expect, test } from 'vitest';
import { loadBetween, withinSpan } from '../../../src/agent/host/processor-load.ts';

test('the load is that of the last minute: from the last reading that is a minute old, or the first', () => {
  const readings = [0, 10_000, 25_000, 40_000].map((at) => ({ at }));
  const kept = (now: number) => withinSpan([...readings, { at: now }], now).map(({ at }) => at);
  expect(kept(50_000)).toEqual([0, 10_000, 25_000, 40_000, 50_000]);
  expect(kept(80_000)).toEqual([10_000, 25_000, 40_000, 80_000]);
  expect(kept(200_000)).toEqual([40_000, 200_000]);
});

test.each([
  ['half of the time', { busy: 150, idle: 150 }, 50],
  ['no time that passed', { busy: 100, idle: 100 }, 0],
  ['a clock of the cores that went back', { busy: 50, idle: 200 }, 0],
])('the load is what the cores did between two readings: %s', (_what, after, load) => {
  expect(loadBetween({ busy: 100, idle: 100 }, after)).toBe(load);
});
