import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isAnswering } from '../../../../contract/phases.ts';
import { capitalized } from '../../../../text/capitalized.ts';
import { formatDuration } from '../../../../text/format-duration.ts';
import {
  formatBytes,
  formatCount,
  formatGiB,
  formatMegabytes,
  formatMiB,
  formatNumber,
  formatVirtualSize,
  orDash,
  versionName,
} from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { DocumentationLink } from '../../../display/text.tsx';
import type { TabProps } from '../shown-node.ts';
import { Sparkline } from './sparkline.tsx';
import type { Bucket, Metrics, Trend } from './trend.ts';

interface Fact {
  label: string;
  value: ReactNode;
  /** The part of a limit that is used, as a bar. */
  used?: number | null;
  /** Its course over the day, as a line. */
  read?: (bucket: Bucket) => number | null | undefined;
}

export function Cards({ node, metrics, trend }: TabProps & { metrics: Metrics; trend: Trend }) {
  const { resources, clientLifecycle } = node;
  const software = [
    { label: 'Version', value: versionName(node) },
    { label: 'Daemon uptime', value: formatDuration(metrics.uptimeSeconds) },
  ];
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2 }}
      spacing="md"
      className={isAnswering(node.status.phase) ? undefined : 'outdated'}
    >
      <Card title="Chain" facts={chainFacts(metrics, trend)} trend={trend} />
      <Card title="Network" facts={networkFacts(metrics)} trend={trend} />
      <Card title="Resources" facts={resourceFacts(metrics, resources)} trend={trend} />
      <Card title="Software" facts={software} trend={trend}>
        <Text fz="sm" c={clientLifecycle.warning === null ? 'dimmed' : 'var(--console-warning)'}>
          {capitalized(clientLifecycle.summary)}.{' '}
          {clientLifecycle.tableNote !== null && `${capitalized(clientLifecycle.tableNote)}. `}
          {clientLifecycle.warning !== null && <DocumentationLink to="nodes/versions.html" />}
        </Text>
      </Card>
    </SimpleGrid>
  );
}

interface CardProps {
  title: string;
  facts: readonly Fact[];
  trend: Trend;
  children?: ReactNode;
}

const Card = ({ title, facts, trend, children }: CardProps) => (
  <Panel title={title}>
    <Stack gap="xs">
      {facts.map((fact) => (
        <FactLine key={fact.label} {...fact} trend={trend} />
      ))}
      {children}
    </Stack>
  </Panel>
);

function chainFacts(metrics: Metrics, trend: Trend): Fact[] {
  const first = trend.buckets.find(({ height }) => height != null)?.height?.last ?? metrics.height;
  const gained = Math.max(0, metrics.height - first);
  return [
    {
      label: 'Last 24 hours',
      value: formatCount(gained, 'block'),
      read: (each) => each.height?.last,
    },
    { label: 'Headers', value: formatNumber(metrics.headers) },
    ...metrics.indexes.map(({ name, synced, bestBlockHeight }) => ({
      label: name,
      value: synced ? 'synced' : `at ${formatNumber(bestBlockHeight)}`,
    })),
  ];
}

function networkFacts(metrics: Metrics): Fact[] {
  const { peersInbound, peersOutbound } = metrics;
  const { receivedBytesPerSecond: received, sentBytesPerSecond: sent } = metrics;
  return [
    {
      label: 'Peers',
      value: `${peersInbound + peersOutbound} (${peersOutbound} out, ${peersInbound} in)`,
      read: (each) => each.peersInbound && (each.peersInbound.last ?? 0) + (each.peersOutbound?.last ?? 0),
    },
    {
      label: 'Mempool',
      value: `${formatNumber(metrics.mempoolTransactions)} tx, ${formatVirtualSize(metrics.mempoolVirtualBytes)}`,
    },
    ...mempoolMemory(metrics),
    ...(received === null || sent === null
      ? []
      : [{ label: 'Traffic', value: `${formatBytes(received)}/s in, ${formatBytes(sent)}/s out` }]),
  ];
}

function resourceFacts(
  { memoryMiB, cpuPercent, sizeOnDiskBytes }: Metrics,
  resources: TabProps['node']['resources'],
): Fact[] {
  const diskGiB = sizeOnDiskBytes / 1024 ** 3;
  return [
    {
      label: 'Memory',
      value: `${orDash(memoryMiB, formatMiB)} of ${formatMiB(resources.memoryMiB)}`,
      used: memoryMiB === null ? null : memoryMiB / resources.memoryMiB,
      read: (each) => each.memoryMiB?.average,
    },
    {
      label: 'Blocks on disk',
      value: `${formatGiB(diskGiB)} of ${formatGiB(resources.diskGiB)}`,
      used: diskGiB / resources.diskGiB,
    },
    {
      label: 'CPU',
      value: `${orDash(cpuPercent, (percent) => formatNumber(percent / 100, 2))} of ${formatCount(resources.cpuCores, 'core')}`,
      used: cpuPercent === null ? null : cpuPercent / 100 / resources.cpuCores,
    },
  ];
}

/** Only some executors report it. */
function mempoolMemory({ mempoolUsageBytes: used, mempoolLimitBytes: limit }: Metrics): Fact[] {
  if (used === null || limit === null) return [];
  const value = `${formatMegabytes(used)} of ${formatMegabytes(limit)}`;
  return [{ label: 'Mempool memory', value, used: limit === 0 ? null : used / limit }];
}

/** From this share on, a resource is nearly used up. */
const nearlyAll = 0.9;

function FactLine({ label, value, used, read, trend: { buckets, fromMs, toMs } }: Fact & { trend: Trend }) {
  const points = buckets.map((bucket) => ({ at: Date.parse(bucket.at), value: read?.(bucket) ?? null }));
  return (
    <section aria-label={label}>
      <Group justify="space-between" wrap="nowrap" gap="md" align="baseline">
        <Text variant="hint">{label}</Text>
        <Text fz="sm" fw={500} ta="end" className="fact">
          {value}
        </Text>
      </Group>
      {used != null && (
        <Progress
          mt={4}
          value={Math.min(1, used) * 100}
          color={used >= nearlyAll ? 'orange' : undefined}
          aria-label={`${label} in use`}
        />
      )}
      {read !== undefined && <Sparkline label={`${label}: the last day`} {...{ points, fromMs, toMs }} />}
    </section>
  );
}
