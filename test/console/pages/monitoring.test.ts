import { describe, expect, test } from 'vitest';
import { ranges } from '../../../src/console/pages/addresses.ts';
import {
  describeChart,
  describeForecast,
  forecastOf,
  withForecast,
} from '../../../src/console/pages/node/monitoring/forecast.ts';
import {
  type ChartEvent,
  eventsNear,
  shortRuns,
  tickLabels,
} from '../../../src/console/pages/node/monitoring/marks.ts';
import {
  nodePoints,
  type Point,
  rangeKinds,
  summaryOf,
  windowOf,
} from '../../../src/console/pages/node/monitoring/points.ts';

const minute = 60_000;
const of = (...values: (number | null)[]): Point[] => values.map((disk, index) => ({ at: index * minute, disk }));

test.each(ranges)('a chart of %s has a few hundred buckets at most, and ends with now', (range) => {
  const now = Date.UTC(2026, 5, 1, 12, 34, 56);
  const { fromMs, toMs, stepMs } = windowOf(range, now);
  expect((toMs - fromMs) / stepMs).toBeLessThanOrEqual(400);
  expect(toMs - fromMs).toBe(rangeKinds[range].seconds * 1000);
  expect(toMs).toBeGreaterThanOrEqual(now);
  expect(toMs - now).toBeLessThan(stepMs);
  expect(fromMs % stepMs).toBe(0);
});

test('points have gaps where nothing is known', () => {
  const bucketsOf = (heights: Record<number, number | null>) =>
    Object.entries(heights).map(([minutes, last]) => ({
      at: new Date(Number(minutes) * minute).toISOString(),
      height: last === null ? null : { last },
    }));
  const others = [{ buckets: bucketsOf({ 1: 0, 2: null }) }];
  const window = { fromMs: 0, toMs: 4 * minute, stepMs: minute };
  expect(nodePoints(bucketsOf({ 0: 5, 3: 6, 9: 7 }) as never, others, window)).toMatchObject([
    { at: 0, height: 5, other0: null, cpu: null },
    { at: minute, height: null, other0: 0 },
    { at: 2 * minute, height: null, other0: null },
    { at: 3 * minute, height: 6, other0: null },
  ]);
});

test('parts of a chain are points in percent, and counts are the largest of a bucket', () => {
  const bucket = {
    at: new Date(0).toISOString(),
    ...{ verificationProgress: { last: 0.5 }, indexProgress: { last: 0.25 }, warningCount: { max: 2 } },
    ...{ unbroadcastTransactions: { max: 3 }, invalidTips: { max: 1 }, validForkTips: { max: 4 } },
  };
  expect(nodePoints([bucket] as never, [], { fromMs: 0, toMs: minute, stepMs: minute })).toMatchObject([
    { verified: 50, indexed: 25, warnings: 2, unbroadcast: 3, invalid: 1, forks: 4, headersOnly: null },
  ]);
});

test('points are summed up, also in words', () => {
  expect(summaryOf(of(5, null, null, 2, null, 9, null), 'disk')).toEqual({ last: 9, min: 2, max: 9, gaps: 2 });
  const series = ['disk', 'other'].map((key) => ({ key, label: `the ${key}` }));
  const words = 'the disk: now 9 · min 5 · max 9 · 1 gap. the other: no data.';
  expect(describeChart(of(5, null, 9), series, String)).toBe(words);
});

test('a measurement without neighbors is drawn as a dot, as few in a row are', () => {
  expect(shortRuns([1, null, 2, 2, 2, 2, undefined, 3])).toEqual([0, 7]);
  expect(shortRuns([null, 0])).toEqual([1]);
});

describe('a forecast', () => {
  const rising = Array.from({ length: 61 }, (_, index) => ({ at: index * minute, disk: 10 + index / 60 }));
  test('continues along the line, past gaps', () => {
    const forecast = forecastOf([...rising.slice(0, 20), { at: 20 * minute, disk: null }, ...rising.slice(30)], 'disk');
    expect(forecast?.perDay).toBeCloseTo(24, 6);
    expect(forecast?.at(120 * minute)).toBeCloseTo(12, 6);
    expect(forecast?.daysTo(35)).toBeCloseTo(1, 6);
    const words = 'Grows by 24 GiB per day. Reaches the allocated 35 GiB in about 1 d.';
    expect(describeForecast(forecast, 35)).toBe(words);
    expect(describeForecast(forecast, 5)).toContain('Exceeds the allocated 5 GiB');
  });

  test('is drawn from the last value on, also where the newest points have none yet', () => {
    const points = [...rising, { at: 61 * minute, disk: null }];
    const untilMs = 120 * minute;
    const drawn = withForecast(points, 'disk', { forecast: forecastOf(points, 'disk'), untilMs });
    expect(drawn.slice(0, 60)).toEqual(rising.slice(0, 60));
    const added = drawn.slice(60).map(({ at, forecast }) => `${at / minute}: ${forecast?.toFixed(2)}`);
    expect(added).toEqual(['60: 11.00', '61: 11.02', '120: 12.00']);
  });

  test.each([
    ['of less than ten minutes', rising.slice(0, 5), 'Not enough data for a forecast.'],
    ['of what is not known', of(null, null), 'Not enough data for a forecast.'],
    ['of what shrinks', rising.map((point, index) => ({ ...point, disk: 90 - index })), 'No growth.'],
  ])('%s', (_what, points, words) => {
    expect(describeForecast(forecastOf(points, 'disk'), 100)).toBe(words);
    expect(withForecast(points, 'disk', { forecast: null, untilMs: 0 })).toEqual(points);
  });
});

test('the pointer shows the warnings and errors near it', () => {
  const events = [10_000, 12_000, 50_000].map(
    (ms) => ({ id: String(ms), at: new Date(ms).toISOString() }) as ChartEvent,
  );
  const near = (left: number) => eventsNear(events, left, (ms) => ms / 1000).map(({ id }) => id);
  expect([near(14), near(18), near(30)]).toEqual([['10000', '12000'], ['12000'], []]);
});

test('a day of hours has the date below the first label of each day, and a month has dates alone', () => {
  const hour = 3_600_000;
  const midnight = new Date(2026, 10, 23).getTime();
  const labels = tickLabels([midnight - 8 * hour, midnight, midnight + 8 * hour], 24 * hour);
  expect(labels.map((label) => label.includes('\n'))).toEqual([true, true, false]);
  expect(labels[1]?.split('\n')[1]).toMatch(/23/);
  expect(tickLabels([midnight], 30 * 24 * hour)[0]).not.toMatch(/\n|:/);
});
