import { indexProgress } from '../../../contract/index-progress.ts';
import type { ChainTipStatus, NodeMetrics } from '../../../contract/types.generated.ts';
import type { NodeSeries } from '../../tables/metrics.ts';

export type SampleLists = Pick<NodeMetrics, 'height' | 'warnings' | 'indexes' | 'chainTips'>;

export function countLists({ height, warnings, indexes, chainTips }: SampleLists) {
  const tips = (status: ChainTipStatus): number | null =>
    chainTips == null ? null : (chainTips.find((tip) => tip.status === status)?.count ?? 0);
  const progress = indexes.map(({ bestBlockHeight }) => indexProgress(bestBlockHeight, height));
  return {
    warningCount: warnings.length,
    indexProgress: progress.length === 0 ? null : Math.min(...progress),
    validForkTips: tips('valid_fork'),
    validHeadersTips: tips('valid_headers'),
    headersOnlyTips: tips('headers_only'),
    invalidTips: tips('invalid'),
  } satisfies Partial<Record<NodeSeries, number | null>>;
}
