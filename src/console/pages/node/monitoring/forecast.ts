import { formatDuration, formatNumber } from '../../../display/format.ts';
import { type Point, summaryOf } from './points.ts';

interface Forecast {
  /** Growth per day; may be negative. */
  perDay: number;
  /** Returns the value at a time in milliseconds since 1970. */
  at: (ms: number) => number;
  /** Returns the days until a value is reached; null if never. */
  daysTo: (value: number) => number | null;
}

const dayMs = 86_400_000;
const leastMs = 10 * 60_000;

/** Fits a linear regression; null with less than ten minutes of data. */
export function forecastOf(points: readonly Point[], key: string): Forecast | null {
  const known = points.flatMap(({ at, [key]: value }) => (value == null ? [] : [{ at, value }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < leastMs) return null;
  const meanAt = known.reduce((sum, { at }) => sum + (at - first.at), 0) / known.length;
  const meanValue = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  let [products, squares] = [0, 0];
  for (const { at, value } of known) {
    const offset = at - first.at - meanAt;
    products += offset * (value - meanValue);
    squares += offset * offset;
  }
  const perMs = products / squares;
  return {
    perDay: perMs * dayMs,
    at: (ms) => last.value + perMs * (ms - last.at),
    daysTo: (value) => (value <= last.value ? 0 : perMs <= 0 ? null : (value - last.value) / perMs / dayMs),
  };
}

/**
 * Adds a series `forecast` from the last value of a series to `untilMs`. Points after the last value, which have no data yet, are not gaps
 * in it.
 */
export function withForecast(
  points: readonly Point[],
  key: string,
  { forecast, untilMs }: { forecast: Forecast | null; untilMs: number },
): readonly Point[] {
  const last = points.findLast(({ [key]: value }) => value != null);
  if (forecast === null || last === undefined) return points;
  const expected = (ms: number) => Math.max(0, forecast.at(ms));
  return [
    ...points.map((point) => (point.at < last.at ? point : { ...point, forecast: expected(point.at) })),
    { at: untilMs, forecast: expected(untilMs) },
  ];
}

export interface Series {
  key: string;
  label: string;
}

/** Describes a chart in words, also for screen readers. */
export function describeChart(
  points: readonly Point[],
  series: readonly Series[],
  format: (value: number) => string,
): string {
  const descriptions = series.map(({ key, label }) => {
    const summary = summaryOf(points, key);
    if (summary === null) return `${label}: no data.`;
    const { last, min, max, gaps } = summary;
    const missing = gaps === 0 ? '' : ` · ${gaps === 1 ? '1 gap' : `${formatNumber(gaps)} gaps`}`;
    return `${label}: now ${format(last)} · min ${format(min)} · max ${format(max)}${missing}.`;
  });
  return descriptions.join(' ');
}

const day = 86_400;

export function describeForecast(
  forecast: Forecast | null,
  allocatedGiB: number,
  format: (gib: number) => string,
): string {
  if (forecast === null) return 'Not enough data for a forecast.';
  const { perDay } = forecast;
  if (perDay < 1e-3) return 'No growth.';
  const days = forecast.daysTo(allocatedGiB);
  const allocated = `the allocated ${format(allocatedGiB)}`;
  const then =
    days === null
      ? ''
      : days === 0
        ? ` Exceeds ${allocated}.`
        : ` Reaches ${allocated} in about ${formatDuration(days * day)}.`;
  return `Grows by ${format(perDay)} per day.${then}`;
}
