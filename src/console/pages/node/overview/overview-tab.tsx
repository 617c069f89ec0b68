import { Progress, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { QueryView } from '../../../display/answers.tsx';
import { CodeBlock } from '../../../display/code-block.tsx';
import { formatBytes, formatDuration, formatMiB, formatNumber, orDash } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { Time, useNow } from '../../../display/text.tsx';
import { Labels } from '../../labels/labels.tsx';
import { OperationPanel } from '../operations/operation-panel.tsx';
import {
  ChangeNodeLabelsDocument,
  NodeMeasurementsDocument,
  type NodeMeasurementsQuery,
  NodePaceDocument,
} from '../operations.generated.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { headersHint, isMeasured, isSyncing, secondsToTip, verifiedFact } from './chain-hints.ts';
import { endpointExamples } from './endpoint-examples.ts';

export function OverviewTab({ node }: TabProps) {
  return (
    <Stack gap="lg">
      <OperationPanel node={node} />
      <Measurements node={node} />
      <Endpoint node={node} />
      <Labels of={node} operation={ChangeNodeLabelsDocument} />
    </Stack>
  );
}

const historyMs = 2 * 60 * 60_000;
const windowSeconds = 300;

/** The latest sample of a node. Polled, since samples cause no change event: a new block must appear immediately. */
function Measurements({ node }: TabProps) {
  const query = useNodeQuery(NodeMeasurementsDocument, { id: node.id }, { everySeconds: 0.5 });
  return (
    <QueryView query={query} height={240}>
      {({ node: measured }) =>
        measured?.metrics == null ? (
          <Text variant="hint">No metrics yet. They appear when the node responds.</Text>
        ) : (
          <Measured node={node} metrics={measured.metrics} />
        )
      }
    </QueryView>
  );
}

type Metrics = NonNullable<NonNullable<NodeMeasurementsQuery['node']>['metrics']>;

function Measured({ node, metrics }: TabProps & { metrics: Metrics }) {
  const windowMs = windowSeconds * 1000;
  const from = new Date(Math.floor(useNow(60) / windowMs) * windowMs - historyMs).toISOString();
  const pace = useNodeQuery(NodePaceDocument, { id: node.id, from }, { everySeconds: 30, keepsPrevious: true });
  const buckets = pace.data?.nodeMetrics?.buckets ?? [];
  const { height, headers, bestBlockAt, verificationProgress, cpuPercent, memoryMiB } = metrics;
  const view = { ...metrics, network: node.network, peers: metrics.peersInbound + metrics.peersOutbound };
  const syncs = isSyncing(view);
  const verified = verifiedFact(view, syncs ? secondsToTip(buckets, verificationProgress) : null);
  const { phase } = node.status;
  const blockHint = bestBlockAt === null ? 'not reported by this version' : 'by header time';
  const blockAge = height > 0 && bestBlockAt !== null && <Time at={bestBlockAt} everySeconds={1} isPast />;
  const facts: readonly [label: string, value: ReactNode, hint: ReactNode][] = [
    ['Height', formatNumber(height), <MeasuredAt key="at" at={metrics.at} />],
    ['Last block', blockAge || '–', height === 0 ? 'no blocks yet' : blockHint],
    ['Headers', formatNumber(headers), headersHint(view)],
    ['Verified', verified.value, verified.hint],
    ['Peers', view.peers, `${metrics.peersOutbound} out, ${metrics.peersInbound} in`],
    ['Mempool', formatNumber(metrics.mempoolTransactions), formatBytes(metrics.mempoolBytes)],
    ['Blocks on disk', formatBytes(metrics.sizeOnDiskBytes), `${formatNumber(node.resources.diskGiB)} GiB allocated`],
    ['Memory', orDash(memoryMiB, formatMiB), `of ${formatMiB(node.resources.memoryMiB)}`],
    ['CPU', orDash(cpuPercent, (part) => `${formatNumber(part, 1)} %`), `up ${formatDuration(metrics.uptimeSeconds)}`],
    ['Version', `${node.client} ${node.clientVersion}`, node.clientLifecycle.summary],
  ];
  return (
    <div className={isMeasured(phase) ? undefined : 'outdated'}>
      {!isMeasured(phase) && (
        <Text fz="sm" mb="sm">
          The node is {phase}. Last known values, <MeasuredAt at={metrics.at} />.
        </Text>
      )}
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
        {facts.map(([label, value, hint]) => (
          <section key={label} aria-label={label} className="panel" style={{ padding: '12px 16px' }}>
            <Text variant="note">{label}</Text>
            <Text fz="xl" fw={600} className="tabular fact">
              {value}
            </Text>
            <Text variant="note" lineClamp={2} title={typeof hint === 'string' ? hint : undefined}>
              {hint}
            </Text>
          </section>
        ))}
      </SimpleGrid>
      {syncs && headers > 0 && (
        <Progress mt="md" value={verificationProgress * 100} aria-label="Verification progress" />
      )}
    </div>
  );
}

const MeasuredAt = ({ at }: { at: string }) => (
  <>
    measured <Time at={at} isPast />
  </>
);

function Endpoint({ node }: TabProps) {
  const { endpoint } = node.status;
  if (endpoint === null)
    return <Text variant="hint">No endpoint yet. The host assigns ports when it creates the container.</Text>;
  const examples = Object.entries(endpointExamples(endpoint));
  return (
    <Panel title="Connect">
      <Text variant="hint" mb="sm">
        JSON-RPC: {endpoint.host}:{endpoint.rpcPort}. Peers: {endpoint.host}:{endpoint.p2pPort}. All nodes of the
        organization share one RPC user and password. Owners and admins can show them with{' '}
        <code>satrap nodes credentials show</code>.
      </Text>
      {endpoint.zmq.length > 0 && (
        <Text variant="hint" mb="sm">
          ZeroMQ (no authentication):{' '}
          {endpoint.zmq.map(({ topic, url }, index) => (
            <span key={topic}>
              {index > 0 && ', '}
              {topic} at <code>{url}</code>
            </span>
          ))}
          .
        </Text>
      )}
      <Tabs defaultValue="curl" variant="pills">
        <Tabs.List mb="sm">
          {examples.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {examples.map(([name, text]) => (
          <Tabs.Panel key={name} value={name}>
            <CodeBlock text={text} what={`${name} example`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
