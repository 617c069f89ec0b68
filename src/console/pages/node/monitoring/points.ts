import type { Range } from '../../addresses.ts';
import type { NodeHistoryQuery } from './operations.generated.ts';

/** A point of a chart: a time in milliseconds since 1970, and a value for each series; null without data. */
export type Point = { at: number } & Record<string, number | null>;

interface Line {
  key: string;
  /** By the ISO start time of a bucket. */
  values: readonly (readonly [at: string, value: number | null | undefined])[];
}

/** Returns a point for each bucket of a window. A missing bucket is a gap. */
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

interface Summary {
  first: number;
  last: number;
  min: number;
  max: number;
  gaps: number;
}

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

type Bucket = NonNullable<NodeHistoryQuery['nodeMetrics']>['buckets'][number];

interface OtherNode {
  name: string;
  buckets: readonly { at: string; height?: { last: number } | null }[];
}

const gib = 1024 ** 3;

const measures: Readonly<Record<string, (bucket: Bucket) => number | null | undefined>> = {
  height: ({ height }) => height?.last,
  inbound: ({ peersInbound }) => peersInbound?.last,
  outbound: ({ peersOutbound }) => peersOutbound?.last,
  mempool: ({ mempoolTransactions }) => mempoolTransactions?.average,
  cpu: ({ cpuPercent }) => cpuPercent?.average,
  memory: ({ memoryMiB }) => memoryMiB?.average,
  received: ({ receivedBytesPerSecond }) => receivedBytesPerSecond?.average,
  sent: ({ sentBytesPerSecond }) => sentBytesPerSecond?.average,
  minFee: ({ mempoolMinFee }) => mempoolMinFee?.max,
  written: ({ writtenBytesPerDay }) => writtenBytesPerDay?.last,
  disk: ({ sizeOnDiskBytes }) => (sizeOnDiskBytes == null ? null : sizeOnDiskBytes.last / gib),
};

export const otherKey = (index: number): string => `other${index}`;

export function nodePoints(buckets: readonly Bucket[], others: readonly OtherNode[], window: Window): Point[] {
  const own = Object.entries(measures).map(
    ([key, read]): Line => ({ key, values: buckets.map((bucket) => [bucket.at, read(bucket)] as const) }),
  );
  const compared = others.map(
    (other, index): Line => ({
      key: otherKey(index),
      values: other.buckets.map(({ at, height }) => [at, height?.last] as const),
    }),
  );
  return pointsOf([...own, ...compared], window);
}

interface RangeKind {
  label: string;
  seconds: number;
  /** Length of a bucket in seconds; a chart has a few hundred. */
  step: number;
}

const [minute, hour, day] = [60, 3600, 86_400];

export const rangeKinds: Readonly<Record<Range, RangeKind>> = {
  '1h': { label: '1 hour', seconds: hour, step: minute },
  '6h': { label: '6 hours', seconds: 6 * hour, step: minute },
  '24h': { label: '24 hours', seconds: day, step: 5 * minute },
  '7d': { label: '7 days', seconds: 7 * day, step: 30 * minute },
  '30d': { label: '30 days', seconds: 30 * day, step: 2 * hour },
  '90d': { label: '90 days', seconds: 90 * day, step: 6 * hour },
};

/** A time range in milliseconds since 1970, aligned to buckets. */
export interface Window {
  fromMs: number;
  toMs: number;
  stepMs: number;
}

/** Returns the time range that ends with the current bucket. */
export function windowOf(range: Range, nowMs: number): Window {
  const { seconds, step } = rangeKinds[range];
  const stepMs = step * 1000;
  const toMs = Math.ceil(nowMs / stepMs) * stepMs;
  return { fromMs: toMs - seconds * 1000, toMs, stepMs };
}
