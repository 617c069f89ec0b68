import type { Range } from '../../addresses.ts';
import type { NodeHistoryQuery } from './operations.generated.ts';

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

type Bucket = NonNullable<NodeHistoryQuery['nodeMetrics']>['buckets'][number];

const gib = 1024 ** 3;

const percentOf = (part: { last: number } | null | undefined) => (part == null ? null : part.last * 100);

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
  verified: ({ verificationProgress }) => percentOf(verificationProgress),
  indexed: ({ indexProgress }) => percentOf(indexProgress),
  unbroadcast: ({ unbroadcastTransactions }) => unbroadcastTransactions?.max,
  warnings: ({ warningCount }) => warningCount?.max,
  forks: ({ validForkTips }) => validForkTips?.max,
  unvalidated: ({ validHeadersTips }) => validHeadersTips?.max,
  headersOnly: ({ headersOnlyTips }) => headersOnlyTips?.max,
  invalid: ({ invalidTips }) => invalidTips?.max,
  disk: ({ sizeOnDiskBytes }) => (sizeOnDiskBytes == null ? null : sizeOnDiskBytes.last / gib),
};

export const otherKey = (index: number): string => `other${index}`;

type OtherNode = { buckets: readonly Pick<Bucket, 'at' | 'height'>[] };

/** Returns a point for each bucket of a window. A missing bucket is a gap. */
export function nodePoints(buckets: readonly Bucket[], others: readonly OtherNode[], window: Window): Point[] {
  const { fromMs, toMs, stepMs } = window;
  const byTime = <B extends { at: string }>(list: readonly B[]) =>
    new Map(list.map((bucket) => [Math.floor(Date.parse(bucket.at) / stepMs) * stepMs, bucket]));
  const own = byTime(buckets);
  const compared = others.map((other) => byTime(other.buckets));
  return Array.from({ length: (toMs - fromMs) / stepMs }, (_, index) => {
    const at = fromMs + index * stepMs;
    const bucket = own.get(at);
    const ownValues = Object.entries(measures).map(([key, read]) => [key, (bucket && read(bucket)) ?? null]);
    const heights = compared.map((each, other) => [otherKey(other), each.get(at)?.height?.last ?? null]);
    return { at, ...Object.fromEntries([...ownValues, ...heights]) };
  });
}

const [minute, hour, day] = [60, 3600, 86_400];

/** `step`: the length of a bucket in seconds; a chart has a few hundred. */
export const rangeKinds: Readonly<Record<Range, { label: string; seconds: number; step: number }>> = {
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
