import type { Window } from './ranges.ts';

/** A point of a chart: an instant in milliseconds since 1970, and a value for each line; null where nothing is known. */
export type Point = { at: number } & Record<string, number | null>;

/** What is known of one line of a chart. */
export interface Line {
  key: string;
  /** By the ISO time at which a bucket begins. */
  values: readonly (readonly [at: string, value: number | null | undefined])[];
}

/** Returns a point for each bucket of a window. A bucket that the control plane left out stays a gap. Pure. */
export function pointsOf(lines: readonly Line[], { fromMs, toMs, stepMs }: Window): Point[] {
  const known = lines.map(({ key, values }) => ({
    key,
    byTime: new Map(values.map(([at, value]) => [Math.floor(Date.parse(at) / stepMs) * stepMs, value])),
  }));
  const points: Point[] = [];
  for (let at = fromMs; at < toMs; at += stepMs)
    points.push({ at, ...Object.fromEntries(known.map(({ key, byTime }) => [key, byTime.get(at) ?? null])) });
  return points;
}

export interface Summary {
  first: number;
  last: number;
  min: number;
  max: number;
  /** How many gaps there are between known values. */
  gaps: number;
}

/** Returns what a line is like; null where nothing is known of it. Pure. */
export function summaryOf(points: readonly Point[], key: string): Summary | null {
  const values = points.map((point) => point[key] ?? null);
  const from = values.findIndex((value) => value !== null);
  const to = values.findLastIndex((value) => value !== null);
  if (from < 0) return null;
  const inner = values.slice(from, to + 1);
  const known = inner.filter((value) => value !== null);
  const gaps = inner.filter((value, index) => value === null && inner[index - 1] !== null).length;
  return { first: known[0] ?? 0, last: known.at(-1) ?? 0, min: Math.min(...known), max: Math.max(...known), gaps };
}
