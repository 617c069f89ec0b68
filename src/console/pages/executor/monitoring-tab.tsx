import { useMemo } from 'react';
import { formatNumber } from '../../display/format.ts';
import { type Chart, line, second } from '../metrics/chart.tsx';
import { inGiB, inMiB } from '../metrics/formats.ts';
import { HistoryView, useHistoryWindow } from '../metrics/history-view.tsx';
import { type Measures, pointsOf } from '../metrics/points.ts';
import { useHistory } from '../metrics/use-history.ts';
import { ExecutorHistoryDocument, type ExecutorHistoryQuery } from './operations.generated.ts';
import type { ShownExecutor } from './shown-executor.ts';

type Bucket = NonNullable<ExecutorHistoryQuery['executorMetrics']>['buckets'][number];

const resources = ['cpuCores', 'memoryMiB', 'diskGiB'] as const;

const measures: Measures<Bucket> = Object.fromEntries(
  resources.flatMap((resource) => [
    [resource, ({ [resource]: { total, free } }: Bucket) => total && free && total.last - free.average],
    [`${resource} of nodes`, ({ [resource]: { usedByNodes } }: Bucket) => usedByNodes?.average],
  ]),
);

export function HostMonitoring({ executor: { id, name, room } }: { executor: ShownExecutor }) {
  const window = useHistoryWindow();
  const query = useHistory(ExecutorHistoryDocument, id, window, ({ executorMetrics }) => ({
    own: executorMetrics?.buckets ?? [],
  }));
  const { data } = query;
  const points = useMemo(() => (data === undefined ? [] : pointsOf(data.own, measures, window)), [data, window]);
  const charts = useMemo(
    () => [
      chartOf('CPU', 'cpuCores', room, { format: (amount) => `${formatNumber(amount, 1)} cores` }),
      chartOf('Memory', 'memoryMiB', room, inMiB),
      chartOf('Disk', 'diskGiB', room, inGiB),
    ],
    [room],
  );
  const events = useMemo(() => ({ executorName: name }), [name]);
  return <HistoryView isEmpty={data?.own.length === 0} {...{ query, charts, points, window, events }} />;
}

function chartOf(
  title: string,
  resource: (typeof resources)[number],
  room: ShownExecutor['room'],
  scale: Pick<Chart, 'format' | 'size'>,
): Chart {
  const { total } = room[resource];
  return {
    title,
    ...scale,
    isWhole: false,
    series: [line(resource, 'host'), second(`${resource} of nodes`, 'nodes')],
    limit: total === null ? undefined : { value: total, label: scale.format(total) },
  };
}
