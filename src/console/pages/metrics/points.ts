import type { Window } from './time-window.ts';

/** A point of a chart: a time in milliseconds since 1970, and a value for each series; null without data. */
export type Point = { at: number } & Record<string, number | null>;

export function summaryOf(points: readonly Point[], key: string) {
  const values = points.map((point) => point[key] ?? null);
  const from = values.findIndex((value) => value !== null);
  const to = values.findLastIndex((value) => value !== null);
  if (from < 0) return null;
  const inner = values.slice(from, to + 1);
  const known = inner.filter((value) => value !== null);
  const gaps = inner.filter((value, index) => value === null && inner[index - 1] !== null).length;
  return { last: known.at(-1) ?? 0, min: Math.min(...known), max: Math.max(...known), gaps };
}

export interface Timed {
  at: string;
}

/** Replaces the buckets since the first of these by new ones, and drops those before the window. */
export const appended = <B extends Timed>(
  known: readonly B[],
  fresh: readonly B[],
  since: string,
  start: string,
): B[] => [...known.filter(({ at }) => at >= start && at < since), ...fresh];

export type Measures<B> = Readonly<Record<string, (bucket: B) => number | null | undefined>>;

/** Returns a point for each bucket of a window. A missing bucket is a gap. */
export function pointsOf<B extends Timed>(
  buckets: readonly B[],
  measures: Measures<B>,
  { fromMs, toMs, stepMs }: Window,
): Point[] {
  const byTime = new Map(buckets.map((bucket) => [Math.floor(Date.parse(bucket.at) / stepMs) * stepMs, bucket]));
  const read = Object.entries(measures);
  return Array.from({ length: (toMs - fromMs) / stepMs }, (_, index) => {
    const point: Point = { at: fromMs + index * stepMs };
    const bucket = byTime.get(point.at);
    for (const [key, measure] of read) point[key] = (bucket && measure(bucket)) ?? null;
    return point;
  });
}
