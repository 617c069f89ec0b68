import type { NodeHistoryQuery } from './operations.generated.ts';
import { type Line, type Point, pointsOf } from './points.ts';
import type { Window } from './ranges.ts';

type Bucket = NonNullable<NodeHistoryQuery['nodeMetrics']>['buckets'][number];

interface OtherNode {
  name: string;
  buckets: readonly { at: string; height?: { last: number } | null }[];
}

const gib = 1024 ** 3;

/** What is measured of a node, and where it stands in a bucket. */
const measures: Readonly<Record<string, (bucket: Bucket) => number | null | undefined>> = {
  height: ({ height }) => height?.last,
  headers: ({ headers }) => headers?.last,
  inbound: ({ peersInbound }) => peersInbound?.last,
  outbound: ({ peersOutbound }) => peersOutbound?.last,
  mempool: ({ mempoolTransactions }) => mempoolTransactions?.average,
  cpu: ({ cpuPercent }) => cpuPercent?.average,
  memory: ({ memoryMiB }) => memoryMiB?.average,
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
