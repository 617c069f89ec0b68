import { formatDuration } from '../../../text/format-duration.ts';
import { formatCount, formatGiB } from '../../display/format.ts';
import { type Point, summaryOf } from './points.ts';
import type { Window } from './time-window.ts';

const dayMs = 86_400_000;
const leastMs = 10 * 60_000;

/** Fits a linear regression; null with less than ten minutes of data. */
export function forecastOf(points: readonly Point[], key: string) {
  const known = points.flatMap(({ at, [key]: value }) => (value == null ? [] : [{ at, value }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < leastMs) return null;
  const meanAt = known.reduce((sum, { at }) => sum + (at - first.at), 0) / known.length;
  const meanValue = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  let products = 0;
  let squares = 0;
  for (const { at, value } of known) {
    const offset = at - first.at - meanAt;
    products += offset * (value - meanValue);
    squares += offset * offset;
  }
  const perMs = products / squares;
  return {
    /** May be negative. */
    perDay: perMs * dayMs,
    /** Returns the value at a time in milliseconds since 1970. */
    at: (ms: number) => last.value + perMs * (ms - last.at),
    /** Returns the days until a value is reached, for positive growth. */
    daysTo: (value: number) => Math.max(0, (value - last.value) / perMs / dayMs),
  };
}

type Forecast = ReturnType<typeof forecastOf>;

/** Length of the forecast in a chart as a fraction of the time range. */
const forecastPart = 0.25;

/** Returns a forecast of a series, and the points and end of a chart of the time range with it. */
export function trendOf(points: readonly Point[], key: string, { fromMs, toMs }: Window) {
  const forecast = forecastOf(points, key);
  const untilMs = toMs + (toMs - fromMs) * forecastPart;
  return { forecast, untilMs, points: withForecast(points, key, { forecast, untilMs }) };
}

/** Adds a series `forecast` from the last value of a series to `untilMs`. Points after that value, without data yet, are not gaps in it. */
export function withForecast(
  points: readonly Point[],
  key: string,
  { forecast, untilMs }: { forecast: Forecast; untilMs: number },
): readonly Point[] {
  const last = points.findLast(({ [key]: value }) => value != null);
  if (forecast === null || last === undefined) return points;
  const expected = (ms: number) => Math.max(0, forecast.at(ms));
  return [
    ...points.map((point) => (point.at < last.at ? point : { ...point, forecast: expected(point.at) })),
    { at: untilMs, forecast: expected(untilMs) },
  ];
}

/** Describes a chart in words, also for screen readers. */
export function describeChart(
  points: readonly Point[],
  series: readonly { key: string; label: string }[],
  format: (value: number) => string,
): string {
  const descriptions = series.map(({ key, label }) => {
    const summary = summaryOf(points, key);
    if (summary === null) return `${label}: no data.`;
    const { last, min, max, gaps } = summary;
    const missing = gaps === 0 ? '' : ` · ${formatCount(gaps, 'gap')}`;
    return `${label}: now ${format(last)} · min ${format(min)} · max ${format(max)}${missing}.`;
  });
  return descriptions.join(' ');
}

/** `limit` names the `limitGiB`, such as `the allocated`. */
export function describeForecast(forecast: Forecast, limitGiB: number, limit = 'the allocated'): string {
  if (forecast === null) return 'Not enough data for a forecast.';
  const { perDay, daysTo } = forecast;
  if (perDay < 1e-3) return 'No growth.';
  const days = daysTo(limitGiB);
  const reached = `${limit} ${formatGiB(limitGiB)}`;
  const then =
    days === 0 ? `Exceeds ${reached}.` : `Reaches ${reached} in about ${formatDuration((days * dayMs) / 1000)}.`;
  return `Grows by ${formatGiB(perDay)} per day. ${then}`;
}
