import { expect, test } from 'vitest';
import { type ChartEvent, eventMarks, eventsNear } from '../../../../src/console/pages/node/monitoring/marks.ts';

const event = (id: string, ms: number, level: ChartEvent['level']): ChartEvent => ({
  ...{ id, level, message: id },
  at: new Date(ms).toISOString(),
});
const leftOf = (ms: number) => ms / 1000;

test('warnings and errors close to each other share a mark of the worst level, and what happened as a matter of course has none', () => {
  const events = [
    event('late', 50_000, 'warning'),
    event('begun', 20_000, 'info'),
    event('crash', 12_000, 'error'),
    event('slow', 10_000, 'warning'),
  ];
  const marks = eventMarks(events, leftOf);
  expect(marks.map(({ left, right, level }) => [left, right, level])).toEqual([
    [10, 12, 'error'],
    [50, 50, 'warning'],
  ]);
  expect(eventsNear(marks, 14).map(({ id }) => id)).toEqual(['slow', 'crash']);
  expect(eventsNear(marks, 30)).toEqual([]);
});
