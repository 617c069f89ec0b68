import { Grid, Stack } from '@mantine/core';
import { QueryView } from '../../../display/answers.tsx';
import { useNow } from '../../../display/text.tsx';
import { NodeMeasurementsDocument, type NodeMeasurementsQuery, NodeTrendDocument } from '../operations.generated.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { Cards, type Trend } from './cards.tsx';
import { Connect } from './connect.tsx';
import { Hero } from './hero.tsx';

export type Metrics = NonNullable<NonNullable<NodeMeasurementsQuery['node']>['metrics']>;

const dayMs = 24 * 60 * 60_000;
/** The length of a bucket. */
const stepMs = 10 * 60_000;

/** A node's last day. Polled, since samples cause no change event. */
function useTrend({ id, network }: TabProps['node']): Trend {
  const toMs = Math.ceil(useNow(60) / stepMs) * stepMs;
  const fromMs = toMs - dayMs;
  const variables = { id, network, from: new Date(fromMs).toISOString() };
  const { data } = useNodeQuery(NodeTrendDocument, variables, { everySeconds: 30, keepsPrevious: true });
  return {
    ...{ fromMs, toMs, buckets: data?.nodeMetrics?.buckets ?? [] },
    highest: data?.highest?.[0]?.metrics?.height ?? null,
  };
}

export function OverviewTab({ node }: TabProps) {
  // Polled: a new block must appear immediately.
  const query = useNodeQuery(NodeMeasurementsDocument, { id: node.id }, { everySeconds: 0.5 });
  const trend = useTrend(node);
  const { phase, endpoint } = node.status;
  // A daemon that does not run cannot be connected to.
  const hasConnect = endpoint !== null && phase !== 'failing';
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: hasConnect ? 8 : 12 }}>
        <QueryView query={query} height={360}>
          {({ node: measured }) => (
            <Stack gap="md">
              <Hero node={node} metrics={measured?.metrics ?? null} trend={trend} />
              {measured?.metrics != null && <Cards node={node} metrics={measured.metrics} trend={trend} />}
            </Stack>
          )}
        </QueryView>
      </Grid.Col>
      {hasConnect && (
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Connect node={{ ...node, status: { ...node.status, endpoint } }} />
        </Grid.Col>
      )}
    </Grid>
  );
}
