import { expect, test } from 'vitest';
import { durationsOf, keptDurations, slowestFiles } from '../../scripts/durations.ts';

const durations = durationsOf('/repo', [
  { name: '/repo/test/short.test.ts', startTime: 1000, endTime: 1800 },
  { name: '/repo/test/long.test.ts', startTime: 1000, endTime: 62_240 },
  { name: '/repo/test/never-started.test.ts', startTime: 0, endTime: 0 },
]);

test('durations name each file that ran, slowest first', () => {
  expect(Object.entries(durations)).toEqual([
    ['test/long.test.ts', 61.2],
    ['test/short.test.ts', 0.8],
  ]);
});

test('the slowest files are printed with their seconds', () => {
  expect(slowestFiles(durations, 1)).toEqual(['    61.2 s  test/long.test.ts']);
});

test('short files are not kept', () => {
  expect(keptDurations(durations)).toEqual({ 'test/long.test.ts': 61 });
});
