import { useMemo } from 'react';
import { hostResources } from '../executors/capacity-bar.tsx';
import { type Chart, line, second } from '../metrics/chart.tsx';
import { inGiB, inMiB } from '../metrics/formats.ts';
import { HistoryView, useHistoryWindow } from '../metrics/history-view.tsx';
import { type Measures, pointsOf } from '../metrics/points.ts';
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
        };
      }),
    [room],
  );
  const events = useMemo(() => ({ executorName: name }), [name]);
  return <HistoryView isEmpty={data?.own.length === 0} {...{ query, charts, points, window, events }} />;
}
