import { type Measures, type Point, pointsOf } from '../../metrics/points.ts';
import type { Window } from '../../metrics/time-window.ts';
import type { NodeHistoryQuery } from './operations.generated.ts';

type Bucket = NonNullable<NodeHistoryQuery['nodeMetrics']>['buckets'][number];
type NetworkBucket = NonNullable<NodeHistoryQuery['networkMetrics']>['buckets'][number];

const gib = 1024 ** 3;

const percentOf = (part: { last: number } | null | undefined) => (part == null ? null : part.last * 100);

const measures: Measures<Bucket> = {
  height: ({ height }) => height?.last,
  headers: ({ headers }) => headers?.last,
  inbound: ({ peersInbound }) => peersInbound?.last,
  outbound: ({ peersOutbound }) => peersOutbound?.last,
  mempool: ({ mempoolTransactions }) => mempoolTransactions?.average,
  mempoolSize: ({ mempoolVirtualBytes }) => (mempoolVirtualBytes == null ? null : mempoolVirtualBytes.average / 1e6),
  mempoolMemory: ({ mempoolUsageBytes }) => (mempoolUsageBytes == null ? null : mempoolUsageBytes.average / 1e6),
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

const networkMeasures: Measures<NetworkBucket> = {
  medianHeight: ({ height }) => height?.last,
  medianMempool: ({ mempoolTransactions }) => mempoolTransactions?.average,
  medianMinFee: ({ mempoolMinFee }) => mempoolMinFee?.max,
};

/** Returns the points of a node's charts, with the medians of its network and the blocks that the node is behind. */
export function nodePoints(buckets: readonly Bucket[], network: readonly NetworkBucket[], window: Window): Point[] {
  const medians = pointsOf(network, networkMeasures, window);
  return pointsOf(buckets, measures, window).map((own, index) => {
    const point: Point = { ...medians[index], ...own };
    const { height, headers, medianHeight } = point;
    const behind = height == null ? null : Math.max(0, (headers ?? 0) - height, (medianHeight ?? 0) - height);
    return Object.assign(point, { behind });
  });
}
