import { useNow } from '../../../display/text.tsx';
import { type NodeMeasurementsQuery, NodeTrendDocument, type NodeTrendQuery } from '../operations.generated.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';

export type Metrics = NonNullable<NonNullable<NodeMeasurementsQuery['node']>['metrics']>;

export type Bucket = NonNullable<NodeTrendQuery['nodeMetrics']>['buckets'][number];

/** The last day of a node, and the greatest height of its network in the organization. */
export interface Trend {
  buckets: readonly Bucket[];
  fromMs: number;
  toMs: number;
  highest: number | null;
}

const dayMs = 24 * 60 * 60_000;
/** The length of a bucket. */
const stepMs = 10 * 60_000;

/** A node's last day. Polled, since samples cause no change event. */
export function useTrend({ id, networkName }: TabProps['node']): Trend {
  const toMs = Math.ceil(useNow(60) / stepMs) * stepMs;
  const fromMs = toMs - dayMs;
  const variables = { id, networkName, from: new Date(fromMs).toISOString() };
  const { data } = useNodeQuery(NodeTrendDocument, variables, { everySeconds: 30, keepsPrevious: true });
  return {
    ...{ fromMs, toMs, buckets: data?.nodeMetrics?.buckets ?? [] },
    highest: data?.highest?.[0]?.metrics?.height ?? null,
  };
}
