import { useMemo } from 'react';
import { hostResources } from '../executors/capacity-bar.tsx';
import { type Chart, dashed, line, second } from '../metrics/chart.tsx';
import { describeForecast, trendOf } from '../metrics/forecast.ts';
import { inGiB, inMiB } from '../metrics/formats.ts';
import { HistoryView, useHistoryWindow } from '../metrics/history-view.tsx';
import { type Measures, type Point, pointsOf } from '../metrics/points.ts';
import type { Window } from '../metrics/time-window.ts';
import { useHistory } from '../metrics/use-history.ts';
import { ExecutorHistoryDocument, type ExecutorHistoryQuery } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

type Bucket = NonNullable<ExecutorHistoryQuery['executorMetrics']>['buckets'][number];

const measures: Measures<Bucket> = Object.fromEntries(
  hostResources.flatMap(({ resource }) => [
    [resource, ({ [resource]: { total, free } }: Bucket) => total && free && total.last - free.average],
    [`${resource} of nodes`, ({ [resource]: { usedByNodes } }: Bucket) => usedByNodes?.average],
  ]),
);

const axes = { cpuCores: {}, memoryMiB: inMiB, diskGiB: inGiB };

/** Returns the parts of the disk's chart that show a forecast. */
function diskForecast(points: readonly Point[], window: Window, totalGiB: number): Partial<Chart> {
  const { forecast, ...trend } = trendOf(points, 'diskGiB', window);
  return {
    ...trend,
    series: [line('diskGiB', 'host'), second('diskGiB of nodes', 'nodes'), dashed('forecast', 'forecast')],
    note: describeForecast(forecast, totalGiB, 'the disk’s'),
  };
}

export function HostMonitoring({ executor: { id, name, room } }: { executor: ShownExecutor }) {
  const window = useHistoryWindow();
  const query = useHistory(ExecutorHistoryDocument, id, window, ({ executorMetrics }) => ({
    own: executorMetrics?.buckets ?? [],
  }));
  const { data } = query;
  const points = useMemo(() => (data === undefined ? [] : pointsOf(data.own, measures, window)), [data, window]);
  const charts = useMemo(
    () =>
      hostResources.map(({ resource, label, format }): Chart => {
        const { total } = room[resource];
        const axis = { format, ...axes[resource] };
        return {
          title: label,
          ...axis,
          isWhole: false,
          series: [line(resource, 'host'), second(`${resource} of nodes`, 'nodes')],
          limit: total === null ? undefined : { value: total, label: axis.format(total) },
          ...(resource === 'diskGiB' && total !== null ? diskForecast(points, window, total) : {}),
        };
      }),
    [room, points, window],
  );
  const events = useMemo(() => ({ executorName: name }), [name]);
  return <HistoryView isEmpty={data?.own.length === 0} {...{ query, charts, points, window, events }} />;
}
