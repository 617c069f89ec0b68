import type { Point } from './points.ts';

/** How a line goes on if it goes on as it did. */
export interface Forecast {
  /** By which it grows in a day; may be negative. */
  perDay: number;
  /** The value at an instant, in milliseconds since 1970. */
  at: (ms: number) => number;
  /** How many days it takes to reach a value; null where it never does. */
  daysTo: (value: number) => number | null;
}

const dayMs = 86_400_000;
const leastMs = 10 * 60_000;

/** Returns how a line goes on, by the straight line that lies nearest to it; null where less than ten minutes of it are known. Pure. */
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
