import 'uplot/dist/uPlot.min.css';
import './metrics.css';
import { Button, Group, Select, SimpleGrid, Stack, Switch } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { memo, useMemo, useState } from 'react';
import type { EventFilterInput, EventLevel } from '../../../contract/types.generated.ts';
import { QueryView } from '../../display/answers.tsx';
import { bindChecked } from '../../display/form.tsx';
import { useAddressChange } from '../../display/lists/filters.tsx';
import { Empty } from '../../display/lists/list.tsx';
import { useNow } from '../../display/text.tsx';
import { defaultRange, type HistorySearch } from '../addresses.ts';
import { RangeControl } from '../time-range/range-control.tsx';
import { type Chart, MetricChart } from './chart.tsx';
import { EventStrip } from './event-strip.tsx';
import { HistoryTable } from './history-table.tsx';
import type { PlotContent } from './plot-options.ts';
import type { Point } from './points.ts';
import { isoOf, type Window, windowOf, zoomLimits } from './time-window.ts';

const useHistorySearch = (): HistorySearch => useSearch({ strict: false });

/** Returns the time range of the address, the same object until it moves. */
export function useHistoryWindow(): Window {
  const { range, from, to } = useHistorySearch();
  const { toMs } = windowOf({ range, from, to }, useNow(30));
  return useMemo(() => windowOf({ range, from, to }, toMs), [range, from, to, toMs]);
}

interface HistoryViewProps {
  query: UseQueryResult<object>;
  isEmpty: boolean;
  /** Stable while its points are, as is `more`. The marks of events are below the first one. */
  charts: readonly Chart[];
  /** Shown on request. */
  more?: readonly Chart[];
  points: readonly Point[];
  window: Window;
  events: EventFilterInput;
}

const levelsOf: Readonly<Record<string, EventLevel[]>> = {
  'Error events': ['error'],
  'Errors and warnings': ['error', 'warning'],
  'All events': ['error', 'warning', 'info'],
};
const noCharts: never[] = [];

/** Charts of metrics over time, or a table, with the controls of the time range. */
export function HistoryView({ query, isEmpty, charts, more = noCharts, points, window, events }: HistoryViewProps) {
  const { table = false } = useHistorySearch();
  const change = useAddressChange();
  const [shownLevels, setShownLevels] = useState('Error events');
  const [hasMore, setHasMore] = useState(false);
  const shown = useMemo(() => (hasMore || table ? [...charts, ...more] : charts), [hasMore, table, charts, more]);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <RangeControl initial={defaultRange} reset="Reset zoom" isCustom={window.isZoomed} limits={zoomLimits} />
        <Group>
          <Select
            aria-label="Events"
            data={Object.keys(levelsOf)}
            value={shownLevels}
            onChange={(value) => setShownLevels(value ?? 'Error events')}
            w={190}
          />
          <Switch label="Table" {...bindChecked(table, (isOn) => change({ table: isOn ? true : undefined }))} />
        </Group>
      </Group>
      <QueryView query={query} height={480}>
        {() =>
          isEmpty ? (
            <Empty icon={IconChartLine} title="No data in this time range">
              Metrics are kept for 90 days.
            </Empty>
          ) : table ? (
            <HistoryTable charts={shown} points={points} />
          ) : (
            <Charts charts={shown} {...{ points, window, events }} level={levelsOf[shownLevels] ?? []} />
          )
        }
      </QueryView>
      {more.length > 0 && !table && !isEmpty && (
        <Group justify="center">
          <Button variant="default" onClick={() => setHasMore(!hasMore)}>
            {hasMore ? 'Show fewer charts' : `Show ${more.length} more charts`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface ChartsProps extends Pick<HistoryViewProps, 'charts' | 'points' | 'window' | 'events'> {
  level: EventLevel[];
}

/** Memoized: heartbeats do not render them again. */
const Charts = memo(({ charts, points, window, events, level }: ChartsProps) => {
  const change = useAddressChange();
  const onZoom: PlotContent['onZoom'] = (from, to) => change({ from: isoOf(from), to: isoOf(to) });
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      {charts.map((chart, index) => (
        <MetricChart key={chart.title} {...{ points, window, onZoom }} {...chart}>
          {index === 0 && <EventStrip filter={events} level={level} window={window} />}
        </MetricChart>
      ))}
    </SimpleGrid>
  );
});
