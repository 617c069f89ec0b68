import { formatDuration, formatNumber } from '../../../display/format.ts';
import { type Point, summaryOf } from './points.ts';

interface Forecast {
  /** By which it grows in a day; may be negative. */
  perDay: number;
  /** The value at an instant, in milliseconds since 1970. */
  at: (ms: number) => number;
  /** How many days it takes to reach a value; null where it never does. */
  daysTo: (value: number) => number | null;
}

const dayMs = 86_400_000;
const leastMs = 10 * 60_000;

/** Returns how a line goes on, by the straight line that lies nearest to it; null where less than ten minutes of it are known. */
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
 * Returns the points with a line `forecast`, which begins at the last value of a line and leads to an instant after all points. The newest
 * points may have no value yet: they are no gap in it. Pure.
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

/** Returns what a chart shows, in words for those who do not see it. */
export function describeChart(
  points: readonly Point[],
  series: readonly Series[],
  format: (value: number) => string,
): string {
  const said = series.map(({ key, label }) => {
    const summary = summaryOf(points, key);
    if (summary === null) return `${label}: not known.`;
    const { last, min, max, gaps } = summary;
    const gone = gaps === 0 ? '' : `, with ${gaps === 1 ? 'one gap' : `${formatNumber(gaps)} gaps`}`;
    return `${label}: ${format(last)} at the end, from ${format(min)} to ${format(max)}${gone}.`;
  });
  return said.join(' ');
}

const day = 86_400;

export function describeForecast(
  forecast: Forecast | null,
  plannedGiB: number,
  format: (gib: number) => string,
): string {
  if (forecast === null) return 'Too little is known for a forecast.';
  const { perDay } = forecast;
  if (perDay < 1e-3) return 'It does not grow.';
  const days = forecast.daysTo(plannedGiB);
  const planned = `the ${format(plannedGiB)} that are planned`;
  const then =
    days === null
      ? ''
      : days === 0
        ? ` It exceeds ${planned}.`
        : ` It reaches ${planned} in about ${formatDuration(days * day)}.`;
  return `It grows by ${format(perDay)} a day.${then}`;
}
