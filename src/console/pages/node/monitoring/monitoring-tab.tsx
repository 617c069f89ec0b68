import 'uplot/dist/uPlot.min.css';
import './monitoring.css';
import { Group, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EventsDocument } from '../../../../client/operations.generated.ts';
import { indexProgress } from '../../../../contract/index-progress.ts';
import type { EventLevel } from '../../../../contract/types.generated.ts';
import { apiQuery, useApi, useApiQuery } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { bindChecked } from '../../../display/form.tsx';
import { formatNumber, formatPart, formatVerified, orDash } from '../../../display/format.ts';
import { useAddressChange } from '../../../display/lists/filters.tsx';
import { Empty } from '../../../display/lists/list.tsx';
import { Panel } from '../../../display/page.tsx';
import { ForeignText, useNow } from '../../../display/text.tsx';
import { defaultRange, type Range, ranges } from '../../addresses.ts';
import { EventRows } from '../../events/events-page.tsx';
import { type ShownNode, type TabProps, useNodeQuery } from '../shown-node.ts';
import { Charts } from './charts.tsx';
import { HistoryTable } from './history-table.tsx';
import {
  HeightHistoryDocument,
  NodeFiguresDocument,
  NodeHistoryDocument,
  NodesToCompareDocument,
} from './operations.generated.ts';
import { nodePoints, rangeKinds, type Window, windowOf } from './points.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

// Stable references, so that memoized charts do not render again.
const noEvents: never[] = [];
const noBuckets: never[] = [];

export function MonitoringTab({ node }: TabProps) {
  const { range = defaultRange, table = false } = route.useSearch();
  const change = useAddressChange();
  const { id, name, network, resources } = node;
  const { toMs } = windowOf(range, useNow(30));
  const window = useMemo(() => windowOf(range, toMs), [range, toMs]);
  const { own, others, events } = useHistory(node, window);
  const buckets = own.data?.nodeMetrics?.buckets ?? noBuckets;
  const points = useMemo(() => nodePoints(buckets, others, window), [buckets, others, window]);
  // The start stays while the window moves, so that the list does not load again.
  const from = useMemo(() => isoOf(windowOf(range, Date.now()).fromMs), [range]);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Range"
          data={ranges.map((value) => ({ value, label: rangeKinds[value].label }))}
          value={range}
          onChange={(value) => change({ range: value === defaultRange ? undefined : (value as Range) })}
          style={{ flexWrap: 'wrap' }}
        />
        <Switch label="Show as table" {...bindChecked(table, (isOn) => change({ table: isOn ? true : undefined }))} />
      </Group>
      <QueryView query={own} height={480}>
        {() =>
          buckets.length === 0 ? (
            <Empty icon={IconChartLine} title="No data in this time range">
              Metrics are recorded while the node responds, and kept for 90 days.
            </Empty>
          ) : table ? (
            <HistoryTable points={points} others={others} />
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Charts {...{ name, network, resources, points, others, window, events }} />
            </SimpleGrid>
          )
        }
      </QueryView>
      <Figures nodeId={id} />
      <Panel title="Events in this time range">
        <EventRows filter={{ nodeId: id, from }} isOfOneNode emptyText="The node has no events in this time range." />
      </Panel>
    </Stack>
  );
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** More marks cannot be distinguished in a chart. */
const maxMarkedEvents = 200;

/** The metrics and warnings of a node in a time range, and the heights of other nodes on its network. */
function useHistory({ id, network }: Pick<ShownNode, 'id' | 'network'>, { fromMs, toMs, stepMs }: Window) {
  const api = useApi();
  const everySeconds = Math.min(60, Math.max(10, stepMs / 4000));
  const polled = { shows: [], everySeconds, keepsPrevious: true };
  const variables = { id, from: isoOf(fromMs), stepSeconds: stepMs / 1000 };
  const own = useApiQuery(NodeHistoryDocument, variables, polled);
  const { from } = variables;
  const level: EventLevel[] = ['warning', 'error'];
  const filter = { nodeId: id, level, from, to: isoOf(toMs), take: maxMarkedEvents };
  const events = useApiQuery(EventsDocument, { filter }, { shows: ['event'], keepsPrevious: true });
  // Compares with synced nodes only.
  const where = { network: { equals: network }, id: { not: { equals: id } }, initialBlockDownload: { equals: false } };
  const { data: compared } = useApiQuery(NodesToCompareDocument, { where }, { shows: ['node'], keepsPrevious: true });
  const heights = useQueries({
    queries: (compared?.nodes ?? []).map((other) =>
      apiQuery(api, HeightHistoryDocument, { ...variables, id: other.id }, polled),
    ),
    combine: (results) => results.map(({ data }) => data?.nodeMetrics?.buckets ?? []),
  });
  const others = useMemo(
    () => (compared?.nodes ?? []).map(({ name }, index) => ({ name, buckets: heights[index] ?? [] })),
    [compared, heights],
  );
  return { own, others, events: events.data?.events?.nodes ?? noEvents };
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
