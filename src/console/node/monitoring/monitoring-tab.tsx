import '@mantine/charts/styles.css';
import './monitoring.css';
import { Group, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { QueryView } from '../../display/answers/query-view.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { useNow } from '../../display/values/use-now.ts';
import type { NodeSearch } from '../search.ts';
import type { TabProps } from '../shown-node.ts';
import { Charts } from './charts.tsx';
import { HistoryTable } from './history-table.tsx';
import { nodePoints } from './node-points.ts';
import { RangeEvents } from './range-events.tsx';
import { type Range, rangeKinds, ranges, usualRange, windowOf } from './ranges.ts';
import { maxEvents, useHistory } from './use-history.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

/** How the measurements of a node went: from an hour to ninety days, with what happened meanwhile. */
export function MonitoringTab({ node }: TabProps) {
  const { range = usualRange, table = false } = route.useSearch();
  const change = useAddressChange<NodeSearch>();
  const window = windowOf(range, useNow(30));
  const { own, others, events } = useHistory(node, window);
  const shownEvents = events.data?.events?.nodes ?? [];
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
        {({ nodeMetrics }) => {
          const buckets = nodeMetrics?.buckets ?? [];
          if (buckets.length === 0)
            return (
              <Nothing icon={IconChartLine} title="Nothing was measured in this time">
                Measurements come when the daemon answers. They are kept for 90 days.
              </Nothing>
            );
          const points = nodePoints(buckets, others, window);
          return table ? (
            <HistoryTable points={points} others={others} />
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Charts {...{ node, points, others, window }} events={shownEvents} />
            </SimpleGrid>
          );
        }}
      </QueryView>
      <RangeEvents events={shownEvents} />
      {events.data?.events?.pageInfo.hasNextPage && (
        <Text fz="sm" c="dimmed">
          These are the latest {maxEvents} events of this time; the tab Events has all of them.
        </Text>
      )}
    </Stack>
  );
}
