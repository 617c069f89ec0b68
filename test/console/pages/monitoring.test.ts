import { describe, expect, test } from 'vitest';
import { type HistorySearch, ranges } from '../../../src/console/pages/addresses.ts';
import {
  describeChart,
  describeForecast,
  forecastOf,
  withForecast,
} from '../../../src/console/pages/metrics/forecast.ts';
import { inGiB, inMiB, perSecond } from '../../../src/console/pages/metrics/formats.ts';
import { marksOf, shortRuns, stepsOf, tickLabels } from '../../../src/console/pages/metrics/marks.ts';
import { appended, type Point, summaryOf } from '../../../src/console/pages/metrics/points.ts';
import { windowOf } from '../../../src/console/pages/metrics/time-window.ts';
import { diskFormat } from '../../../src/console/pages/node/monitoring/disk-format.ts';
import { nodePoints } from '../../../src/console/pages/node/monitoring/node-points.ts';
import { rangeKinds } from '../../../src/console/pages/time-range/time-range.ts';

const minute = 60_000;
const now = Date.UTC(2026, 5, 1, 12, 34, 56);
const of = (...values: (number | null)[]): Point[] => values.map((disk, index) => ({ at: index * minute, disk }));

test.each(ranges)('a chart of %s has a few hundred buckets at most, and ends with now', (range) => {
  const { fromMs, toMs, stepMs } = windowOf({ range }, now);
  expect((toMs - fromMs) / stepMs).toBeLessThanOrEqual(400);
  expect(toMs - fromMs).toBe(rangeKinds[range].ms);
  expect(toMs).toBeGreaterThanOrEqual(now);
  expect(toMs - now).toBeLessThan(stepMs);
  expect(fromMs % stepMs).toBe(0);
});

const zoom = (from: string, to: string): HistorySearch => ({ range: '7d', from, to });

test.each<[string, HistorySearch, number]>([
  ['an hour of it', zoom('2026-05-31T10:00:20Z', '2026-05-31T11:00:20Z'), 61],
  ['two days of it, in longer buckets', zoom('2026-05-20T00:00:00Z', '2026-05-22T00:00:00Z'), 96],
])('a zoomed time range stands still: %s', (_what, search, buckets) => {
  const { fromMs, toMs, stepMs, isZoomed } = windowOf(search, now);
  expect({ isZoomed, buckets: (toMs - fromMs) / stepMs }).toEqual({ isZoomed: true, buckets });
  expect(fromMs).toBeLessThanOrEqual(Date.parse(search.from ?? ''));
  expect(toMs).toBeGreaterThanOrEqual(Date.parse(search.to ?? ''));
});

test.each([
  ['ends before it starts', zoom('2026-05-31T11:00:00Z', '2026-05-31T10:00:00Z')],
  ['is too short', zoom('2026-05-31T11:00:00Z', '2026-05-31T11:01:00Z')],
  ['is longer than metrics are kept', zoom('1970-01-01T00:00:00Z', '2026-05-31T11:01:00Z')],
  ['has no end', { range: '7d', from: '2026-05-31T11:00:00Z' } as const],
])('a zoomed time range that %s is not one', (_what, search) => {
  expect(windowOf(search, now)).toEqual(windowOf({ range: '7d' }, now));
});

test('new buckets replace those since their first, and drop those before the range', () => {
  const buckets = (...times: number[]) => times.map((at) => ({ at: `0${at}`, first: true }));
  const fresh = [
    { at: '03', first: false },
    { at: '04', first: false },
  ];
  expect(appended(buckets(1, 2, 3), fresh, '03', '02')).toEqual([...buckets(2), ...fresh]);
  expect(appended([], fresh, '02', '02')).toEqual(fresh);
});

const bucketsOf = (heights: Record<number, number | null>, more: object = {}) =>
  Object.entries(heights).map(([minutes, last]) => ({
    at: new Date(Number(minutes) * minute).toISOString(),
    height: last === null ? null : { last },
    ...more,
  })) as never[];
const fourMinutes = { fromMs: 0, toMs: 4 * minute, stepMs: minute, isZoomed: false };

test('points have gaps where nothing is known, and the medians of the network', () => {
  expect(nodePoints(bucketsOf({ 0: 5, 3: 6, 9: 7 }), bucketsOf({ 1: 0, 2: null }), fourMinutes)).toMatchObject([
    { at: 0, height: 5, medianHeight: null, cpu: null },
    { at: minute, height: null, medianHeight: 0, behind: null },
    { at: 2 * minute, height: null, medianHeight: null },
    { at: 3 * minute, height: 6 },
  ]);
});

test('a node is as many blocks behind as its headers or the median of its network say', () => {
  const own = bucketsOf({ 0: 5, 1: 5, 2: 9 }, { headers: { last: 6 } });
  const points = nodePoints(own, bucketsOf({ 1: 8, 2: 8 }), fourMinutes);
  expect(points.map(({ behind }) => behind)).toEqual([1, 3, 0, null]);
});

test('parts of a chain are points in percent, and counts are the largest of a bucket', () => {
  const bucket = {
    at: new Date(0).toISOString(),
    ...{ verificationProgress: { last: 0.5 }, indexProgress: { last: 0.25 }, warningCount: { max: 2 } },
    ...{ unbroadcastTransactions: { max: 3 }, invalidTips: { max: 1 }, validForkTips: { max: 4 } },
  };
  expect(nodePoints([bucket] as never, [], { ...fourMinutes, toMs: minute })).toMatchObject([
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

test('events close together share a mark of the worst level, oldest first', () => {
  const event = (second: number, level: 'info' | 'warning' | 'error') => ({
    ...{ id: String(second), at: new Date(second * 1000).toISOString(), level, message: '' },
  });
  const events = [
    event(1100, 'error'),
    event(900, 'info'),
    event(101, 'warning'),
    event(100, 'error'),
    event(99, 'info'),
  ];
  const marks = marksOf(events, { fromMs: 0, toMs: 1_000_000 });
  expect(marks.map(({ place, level, events }) => [place, level, events.map(({ id }) => id)])).toEqual([
    [0.1, 'error', ['101', '100', '99']],
    [0.9, 'info', ['900']],
  ]);
});

test('an axis of a day shows the date below each first hour, one of a month only dates', () => {
  const hour = 3_600_000;
  const midnight = new Date(2026, 10, 23).getTime();
  const labels = tickLabels([midnight - 8 * hour, midnight, midnight + 8 * hour], 24 * hour);
  expect(labels.map((label) => label.includes('\n'))).toEqual([true, true, false]);
  expect(labels[1]?.split('\n')[1]).toMatch(/23/);
  expect(tickLabels([midnight], 30 * 24 * hour)[0]).not.toMatch(/\n|:/);
});

test('an axis of bytes has one unit, and steps that are powers of two', () => {
  expect([0, 8, 32].map((gib) => inGiB.format(gib, 33))).toEqual(['0 GiB', '8 GiB', '32 GiB']);
  expect([0, 256, 1024].map((gib) => inGiB.format(gib, 1100))).toEqual(['0 TiB', '0.25 TiB', '1 TiB']);
  expect([inMiB.format(1536), perSecond.format(1536)]).toEqual(['1.5 GiB', '1.5 KiB/s']);
  expect(stepsOf({ ...inMiB, isWhole: true })).toEqual(expect.arrayContaining([0.5, 1, 512, 1024]));
  expect(stepsOf({ ...inMiB, isWhole: true })).not.toContain(500);
  expect([stepsOf({ isWhole: true })?.[1], stepsOf({ isWhole: false })]).toEqual([2, undefined]);
});

test('the axis of disk use has the unit of a visible limit', () => {
  const points = of(800, 810, 820);
  expect([819.2, 1024, 1228.8].map(diskFormat(points, 1228.8))).toEqual(['0.8 TiB', '1 TiB', '1.2 TiB']);
  expect([800, 815].map(diskFormat(points, 0))).toEqual(['800 GiB', '815 GiB']);
});
