import { Progress, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers/query-view.tsx';
import { formatBytes, formatMiB, formatNumber } from '../../../display/values/amounts.ts';
import { formatDuration } from '../../../display/values/duration.ts';
import { Time } from '../../../display/values/time.tsx';
import { useNow } from '../../../display/values/use-now.ts';
import { NodeMeasurementsDocument, type NodeMeasurementsQuery, NodePaceDocument } from '../operations.generated.ts';
import type { TabProps } from '../shown-node.ts';
import { headersHint, isMeasured, isSyncing, verifiedFact } from './chain-hints.ts';
import { secondsToTip } from './pace.ts';

/** The pace is that of the last hour. */
const historyMs = 2 * 60 * 60_000;
/** The window of time moves on so often. */
const windowSeconds = 300;

/** The latest sample of a node. Samples are no change, so it is asked for twice a second: a new block is seen at once. */
export function Measurements({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id }] as const;
  const query = useApiQuery(NodeMeasurementsDocument, { id: node.id }, { shows, everySeconds: 0.5 });
  return (
    <QueryView query={query} height={240}>
      {({ node: measured }) =>
        measured?.metrics == null ? (
          <Text variant="hint">There is no measurement yet; the first one comes when the daemon answers.</Text>
        ) : (
          <Measured node={node} metrics={measured.metrics} />
        )
      }
    </QueryView>
  );
}

type Metrics = NonNullable<NonNullable<NodeMeasurementsQuery['node']>['metrics']>;

function Measured({ node, metrics }: TabProps & { metrics: Metrics }) {
  const shows = [{ type: 'node', id: node.id }] as const;
  const windowMs = windowSeconds * 1000;
  const from = new Date(Math.floor(useNow(60) / windowMs) * windowMs - historyMs).toISOString();
  const pace = useApiQuery(NodePaceDocument, { id: node.id, from }, { shows, everySeconds: 30, keepsFormer: true });
  const buckets = pace.data?.nodeMetrics?.buckets ?? [];
  const { height, headers, bestBlockAt, verificationProgress } = metrics;
  const view = { ...metrics, network: node.network, peers: metrics.peersInbound + metrics.peersOutbound };
  const syncs = isSyncing(view);
  const verified = verifiedFact(view, syncs ? secondsToTip(buckets, verificationProgress) : null);
  const { phase } = node.status;
  return (
    <div className={isMeasured(phase) ? undefined : 'outdated'}>
      {!isMeasured(phase) && (
        <Text fz="sm" mb="sm">
          The node is {phase}. Last values, <MeasuredAt at={metrics.at} />.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
        <Fact label="Height" hint={<MeasuredAt at={metrics.at} />}>
          {formatNumber(height)}
        </Fact>
        <Fact
          label="Last block"
          hint={height === 0 ? 'no blocks yet' : bestBlockAt == null ? 'not reported by this version' : 'by its header'}
        >
          {height === 0 || bestBlockAt == null ? '–' : <Time at={bestBlockAt} everySeconds={1} isPast />}
        </Fact>
        <Fact label="Headers" hint={headersHint(view)}>
          {formatNumber(headers)}
        </Fact>
        <Fact label="Verified" hint={verified.hint}>
          {verified.value}
        </Fact>
        <Fact label="Peers" hint={`${metrics.peersOutbound} out, ${metrics.peersInbound} in`}>
          {view.peers}
        </Fact>
        <Fact label="Mempool" hint={formatBytes(metrics.mempoolBytes)}>
          {formatNumber(metrics.mempoolTransactions)}
        </Fact>
        <Fact label="Blocks on disk" hint={`${formatNumber(node.resources.diskGiB)} GiB planned`}>
          {formatBytes(metrics.sizeOnDiskBytes)}
        </Fact>
        <Fact label="Memory" hint={`of ${formatMiB(node.resources.memoryMiB)}`}>
          {metrics.memoryMiB == null ? '–' : formatMiB(metrics.memoryMiB)}
        </Fact>
        <Fact label="Processor" hint={`up ${formatDuration(metrics.uptimeSeconds)}`}>
          {metrics.cpuPercent == null ? '–' : `${formatNumber(metrics.cpuPercent, 1)} %`}
        </Fact>
        <Fact label="Version" hint={node.clientLifecycle.summary}>
          {node.client} {node.clientVersion}
        </Fact>
      </SimpleGrid>
      {syncs && headers > 0 && (
        <Progress mt="md" value={verificationProgress * 100} aria-label="Verified part of the chain" />
      )}
    </div>
  );
}

const MeasuredAt = ({ at }: { at: string }) => (
  <>
    measured <Time at={at} isPast />
  </>
);

function Fact({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={label} className="panel" style={{ padding: '12px 16px' }}>
      <Text variant="note">{label}</Text>
      <Text fz="xl" fw={600} className="tabular fact">
        {children}
      </Text>
      <Text variant="note">{hint}</Text>
    </section>
  );
}
