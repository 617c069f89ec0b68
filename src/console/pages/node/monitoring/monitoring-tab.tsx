import 'uplot/dist/uPlot.min.css';
import './monitoring.css';
import { Group, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { QueryView } from '../../../display/answers/query-view.tsx';
import { Nothing } from '../../../display/lists/nothing.tsx';
import { useAddressChange } from '../../../display/use-address-change.ts';
import { useNow } from '../../../display/values/use-now.ts';
import type { NodeSearch } from '../search.ts';
import type { TabProps } from '../shown-node.ts';
import { Charts } from './charts.tsx';
import { HistoryTable } from './history-table.tsx';
import { nodePoints } from './node-points.ts';
import { RangeEvents } from './range-events.tsx';
import { type Range, rangeKinds, ranges, usualRange, windowOf } from './ranges.ts';
import { maxEvents, useHistory } from './use-history.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

// The same ones at each drawing, so that the charts stay as they are.
const noEvents: never[] = [];
const noBuckets: never[] = [];

/** How the measurements of a node went: from an hour to ninety days, with what happened meanwhile. */
export function MonitoringTab({ node }: TabProps) {
  const { range = usualRange, table = false } = route.useSearch();
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
          onChange={(value) => change({ range: value === usualRange ? undefined : (value as Range) })}
          className="ranges"
        />
        <Switch
          label="As a table"
          checked={table}
          onChange={({ currentTarget }) => change({ table: currentTarget.checked ? true : undefined })}
        />
      </Group>
      <QueryView query={own} height={480}>
        {() =>
          buckets.length === 0 ? (
            <Nothing icon={IconChartLine} title="No data in this time range">
              Measurements come when the daemon answers. They are kept for 90 days.
            </Nothing>
          ) : table ? (
            <HistoryTable points={points} others={others} />
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Charts {...{ name, network, resources, points, others, window }} events={shownEvents} />
            </SimpleGrid>
          )
        }
      </QueryView>
      <RangeEvents events={shownEvents} />
      {events.data?.events?.pageInfo.hasNextPage && (
        <Text variant="hint">
          These are the latest {maxEvents} events of this time; the tab Events has all of them.
        </Text>
      )}
    </Stack>
  );
}
