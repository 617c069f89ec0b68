import { bindChecked } from '../../../display/form.tsx';
import 'uplot/dist/uPlot.min.css';
import './monitoring.css';
import { Group, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EventsDocument, type EventsQuery } from '../../../../client/operations.generated.ts';
import type { EventLevel } from '../../../../contract/types.generated.ts';
import { apiQuery, useApi, useApiQuery } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { formatGiB, formatMiB, formatNumber } from '../../../display/format.ts';
import type { Column } from '../../../display/lists/column.ts';
import { useAddressChange } from '../../../display/lists/filters.tsx';
import { Empty } from '../../../display/lists/list.tsx';
import { Rows } from '../../../display/lists/rows.tsx';
import { Panel } from '../../../display/page.tsx';
import { ForeignText, Tone } from '../../../display/text.tsx';
import { formatInstant, Time, useNow } from '../../../display/time.tsx';
import { defaultRange, type NodeSearch, type Range, ranges } from '../../addresses.ts';
import type { ShownNode, TabProps } from '../shown-node.ts';
import { Charts } from './charts.tsx';
import { Figures } from './figures.tsx';
import { HeightHistoryDocument, NodeHistoryDocument, NodesToCompareDocument } from './operations.generated.ts';
import { nodePoints, otherKey, type Point, rangeKinds, type Window, windowOf } from './points.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

// Stable references, so that memoized charts do not render again.
const noEvents: never[] = [];
const noBuckets: never[] = [];

export function MonitoringTab({ node }: TabProps) {
  const { range = defaultRange, table = false } = route.useSearch();
  const change = useAddressChange<NodeSearch>();
  const { name, network, resources } = node;
  const { toMs } = windowOf(range, useNow(30));
  const window = useMemo(() => windowOf(range, toMs), [range, toMs]);
  const { own, others, events } = useHistory(node, window);
  const shownEvents = events.data?.events?.nodes ?? noEvents;
  const buckets = own.data?.nodeMetrics?.buckets ?? noBuckets;
  const points = useMemo(() => nodePoints(buckets, others, window), [buckets, others, window]);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Range"
          data={ranges.map((value) => ({ value, label: rangeKinds[value].label }))}
          value={range}
          onChange={(value) => change({ range: value === defaultRange ? undefined : (value as Range) })}
          className="ranges"
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
              <Charts {...{ name, network, resources, points, others, window }} events={shownEvents} />
            </SimpleGrid>
          )
        }
      </QueryView>
      <Figures nodeId={node.id} />
      <RangeEvents events={shownEvents} />
      {events.data?.events?.pageInfo.hasNextPage && (
        <Text variant="hint">Showing the latest {maxEvents} events. See the Events tab for all.</Text>
      )}
    </Stack>
  );
}

const levels: EventLevel[] = ['info', 'warning', 'error'];
/** More marks cannot be distinguished in a chart. */
const maxEvents = 200;

/** The metrics and events of a node in a time range, and the heights of other nodes on its network. */
function useHistory({ id, network }: Pick<ShownNode, 'id' | 'network'>, { fromMs, toMs, stepMs }: Window) {
  const api = useApi();
  const everySeconds = Math.min(60, Math.max(10, stepMs / 4000));
  const variables = { id, from: new Date(fromMs).toISOString(), step: stepMs / 1000 };
  const own = useApiQuery(NodeHistoryDocument, variables, { shows: [], everySeconds, keepsPrevious: true });
  const filter = { nodeId: id, levels, from: variables.from, to: new Date(toMs).toISOString(), take: maxEvents };
  const events = useApiQuery(EventsDocument, { filter }, { shows: ['event'], keepsPrevious: true });
  // Compares with synced nodes only.
  const where = { network, id: { not: { equals: id } }, initialBlockDownload: { equals: false } };
  const others = useApiQuery(NodesToCompareDocument, { where }, { shows: ['node'], keepsPrevious: true });
  const heights = useQueries({
    queries: (others.data?.nodes ?? []).map((other) =>
      apiQuery(
        api,
        HeightHistoryDocument,
        { ...variables, id: other.id },
        { shows: [], everySeconds, keepsPrevious: true },
      ),
    ),
    combine: (results) => results.map(({ data }) => data?.nodeMetrics?.buckets ?? []),
  });
  const nodes = others.data?.nodes;
  return {
    own,
    events,
    others: useMemo(
      () => (nodes ?? []).map(({ name }, index) => ({ name, buckets: heights[index] ?? [] })),
      [nodes, heights],
    ),
  };
}

type RangeEvent = NonNullable<EventsQuery['events']>['nodes'][number];

const tones = { info: 'idle', warning: 'warning', error: 'bad' } as const;

const columns: readonly Column<RangeEvent>[] = [
  { id: 'at', label: 'Time', width: '110px', cell: ({ at }) => <Time at={at} /> },
  { id: 'level', label: 'Level', width: '84px', cell: ({ level }) => <Tone tone={tones[level]}>{level}</Tone> },
  {
    id: 'message',
    leads: true,
    label: 'Message',
    width: 3,
    cell: ({ message }) => (
      <span title={message} className="message">
        <ForeignText>{message}</ForeignText>
      </span>
    ),
  },
];

/** The events of the time range. Charts mark the warnings and errors. */
function RangeEvents({ events }: { events: readonly RangeEvent[] }) {
  return (
    <Panel title="Events in this time range">
      {events.length === 0 ? (
        <Text variant="hint">No events.</Text>
      ) : (
        <Rows
          label="Events"
          rows={events}
          columns={columns}
          keyOf={({ id }) => id}
          rowHeight={40}
          maxHeight="320px"
          empty=""
        />
      )}
    </Panel>
  );
}

const column = (
  id: string,
  label: string,
  format: (value: number) => string = (value) => formatNumber(value, 1),
  isForWide = false,
): Column<Point> => ({
  ...{ id, label, isForWide, isNumber: true },
  cell: (point) => {
    const value = point[id];
    return value == null ? '–' : format(value);
  },
});

function HistoryTable({ points, others }: { points: readonly Point[]; others: readonly { name: string }[] }) {
  const columns: readonly Column<Point>[] = [
    {
      id: 'at',
      label: 'Time',
      width: 2,
      cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{formatInstant(new Date(at).toISOString())}</time>,
    },
    column('height', 'Height'),
    ...others.map(({ name }, index) => column(otherKey(index), name, undefined, true)),
    column('outbound', 'Outbound', undefined, true),
    column('inbound', 'Inbound', undefined, true),
    column('mempool', 'Mempool'),
    column('cpu', 'CPU %', undefined, true),
    column('memory', 'Memory', formatMiB, true),
    column('disk', 'Disk', formatGiB),
  ];
  return (
    <Rows
      label="Metrics"
      rows={points.toReversed()}
      columns={columns}
      keyOf={({ at }) => String(at)}
      rowHeight={36}
      empty="No data in this time range."
    />
  );
}
