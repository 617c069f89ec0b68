import { memo } from 'react';
import { decimalsFor, formatGiB, formatMiB, formatNumber } from '../../../display/values/amounts.ts';
import type { ShownNode } from '../shown-node.ts';
import { describeForecast } from './chart-descriptions.ts';
import type { ChartEvent } from './event-marks.ts';
import { forecastOf, withForecast } from './forecast.ts';
import { MetricChart } from './metric-chart.tsx';
import { otherKey } from './node-points.ts';
import { type Point, summaryOf } from './points.ts';
import type { Window } from './ranges.ts';

interface ChartsProps extends Pick<ShownNode, 'name' | 'network' | 'resources'> {
  points: readonly Point[];
  others: readonly { name: string }[];
  window: Window;
  events: readonly ChartEvent[];
}

const own = 'var(--console-busy)';
const second = 'var(--console-good)';
const otherColors = ['var(--console-idle)', 'var(--console-warning)', 'var(--console-good)'];
const bytesOfGiB = 1024 ** 3;
/** So far beyond now the forecast is drawn, as a part of what is seen. */
const forecastPart = 0.25;

const whole = (value: number) => formatNumber(value);
const percent = (value: number) => `${formatNumber(value, 1)} %`;

/** The charts of a node. They are drawn again only when one of these has changed, and not with each of its heartbeats. */
export const Charts = memo(({ name: nodeName, network, resources, points, others, window, events }: ChartsProps) => {
  const shared = { points, window, events };
  const { memoryMiB, diskGiB } = resources;
  const forecast = forecastOf(points, 'disk');
  const untilMs = window.toMs + (window.toMs - window.fromMs) * forecastPart;
  const last = points.findLast(({ disk }) => disk != null);
  const diskPoints = withForecast(points, 'disk', { forecast, untilMs });
  // A plan that is far away would press the line to the floor of the chart.
  const isNear = (last?.['disk'] ?? 0) > diskGiB / 4;
  const diskDecimals = decimalsOfDisk(diskPoints);
  return (
    <>
      <MetricChart
        {...shared}
        title="Height"
        format={whole}
        beginsAtZero={false}
        series={[
          { key: 'height', label: nodeName, color: own },
          ...others.map(({ name }, index) => ({
            ...{ key: otherKey(index), label: name, color: otherColors[index] ?? own, isDashed: true },
          })),
        ]}
        note={others.length === 0 ? `It is the only node on ${network} here.` : ''}
      />
      <MetricChart
        {...shared}
        title="Peers"
        format={whole}
        series={[
          { key: 'outbound', label: 'outbound', color: own },
          { key: 'inbound', label: 'inbound', color: second },
        ]}
      />
      <MetricChart
        {...shared}
        title="Mempool"
        format={whole}
        series={[{ key: 'mempool', label: 'transactions', color: own }]}
      />
      <MetricChart
        {...shared}
        title="Processor"
        format={percent}
        series={[{ key: 'cpu', label: 'of one core', color: own }]}
      />
      <MetricChart
        {...shared}
        title="Memory"
        format={formatMiB}
        series={[{ key: 'memory', label: 'used', color: own }]}
        limit={{ value: memoryMiB, label: formatMiB(memoryMiB) }}
      />
      <MetricChart
        {...shared}
        title="Blocks on disk"
        format={(gib) => formatGiB(gib, diskDecimals)}
        points={diskPoints}
        untilMs={untilMs}
        beginsAtZero={false}
        series={[
          { key: 'disk', label: 'used', color: own },
          { key: 'forecast', label: 'forecast (dashed)', color: own, isDashed: true },
        ]}
        note={describeForecast(forecast, diskGiB, formatGiB)}
        {...(isNear ? { limit: { value: diskGiB, label: `${formatGiB(diskGiB)} planned` } } : {})}
      />
    </>
  );
});

/** A chart has about so many numbers on its axis. */
const ticks = 5;

/** Returns with how many decimals the numbers at the axis differ: a disk that grows slowly has the same first one all day. Pure. */
function decimalsOfDisk(points: readonly Point[]): number {
  const lines = ['disk', 'forecast'].map((key) => summaryOf(points, key)).filter((line) => line !== null);
  const max = Math.max(0, ...lines.map((line) => line.max));
  const min = Math.min(max, ...lines.map((line) => line.min));
  return decimalsFor(max * bytesOfGiB, ((max - min) * bytesOfGiB) / ticks);
}
