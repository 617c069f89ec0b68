import { expect, test } from 'vitest';
import { tickLabels } from '../../../../src/console/pages/node/monitoring/marks.ts';

const hour = 3_600_000;
const midnight = new Date(2026, 10, 23).getTime();

test('a day of hours has the date below its first label and below the first one of each day', () => {
  const labels = tickLabels([midnight - 8 * hour, midnight, midnight + 8 * hour], 24 * hour);
  expect(labels.map((label) => label.includes('\n'))).toEqual([true, true, false]);
  expect(labels[1]?.split('\n')[1]).toMatch(/23/);
});

test('a month has dates alone', () => {
  expect(tickLabels([midnight], 30 * 24 * hour)[0]).not.toMatch(/\n|:/);
});
