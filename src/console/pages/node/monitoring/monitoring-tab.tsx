import { Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { indexProgress } from '../../../../contract/index-progress.ts';
import { formatNumber, formatPart, formatVerified, orDash } from '../../../display/format.ts';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { HistoryView, useHistoryWindow } from '../../metrics/history-view.tsx';
import { useHistory } from '../../metrics/use-history.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { nodeCharts } from './node-charts.ts';
import { nodePoints } from './node-points.ts';
import { NodeFiguresDocument, NodeHistoryDocument } from './operations.generated.ts';

export function MonitoringTab({ node: { id, name, resources } }: TabProps) {
  const window = useHistoryWindow();
  const query = useHistory(NodeHistoryDocument, id, window, ({ nodeMetrics, networkMetrics }) => ({
    own: nodeMetrics?.buckets ?? [],
    network: networkMetrics?.buckets ?? [],
  }));
  const { data } = query;
  const points = useMemo(() => (data === undefined ? [] : nodePoints(data.own, data.network, window)), [data, window]);
  const charts = useMemo(() => nodeCharts({ name, resources, points, window }), [name, resources, points, window]);
  const events = useMemo(() => ({ nodeId: id }), [id]);
  return (
    <Stack gap="md">
      <HistoryView isEmpty={data?.own.length === 0} {...{ query, points, window, events }} {...charts} />
      <Figures nodeId={id} />
    </Stack>
  );
}

/** The last sample, as far as a chart shows less: each status, each index, the text of each warning. */
function Figures({ nodeId }: { nodeId: string }) {
  const { data } = useNodeQuery(NodeFiguresDocument, { id: nodeId }, { everySeconds: 30, keepsPrevious: true });
  const metrics = data?.node?.metrics;
  if (metrics == null) return null;
  const { height, unbroadcastTransactions, warnings, chainTips, indexes } = metrics;
  const tips = (chainTips ?? []).map(({ status, count }) => `${formatNumber(count)} ${status.replace('_', ' ')}`);
  const figures: [label: string, value: string][] = [
    ['Unbroadcast transactions', orDash(unbroadcastTransactions, formatNumber)],
    ['Chain tips', tips.join(', ') || '–'],
    ['Verification progress', formatVerified(metrics)],
    ...indexes.map(({ name, bestBlockHeight }): [string, string] => [
      `Index ${name}`,
      formatPart(indexProgress(bestBlockHeight, height)),
    ]),
  ];
  return (
    <Panel title="Current figures">
      <Group gap="xl">
        {figures.map(([label, value]) => (
          <Text key={label} fz="sm" component="div">
            <Text variant="note">{label}</Text>
            <ForeignText>{value}</ForeignText>
          </Text>
        ))}
      </Group>
      <Text variant="note" mt="sm">
        Daemon warnings: <ForeignText>{warnings.join('; ') || 'none'}</ForeignText>
      </Text>
    </Panel>
  );
}
