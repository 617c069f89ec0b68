import { formatGiB, formatMiB, formatNumber } from '../../display/amounts.ts';
import type { ShownNode } from '../shown-node.ts';
import { describeForecast } from './chart-descriptions.ts';
import { forecastOf } from './forecast.ts';
import { type ChartEvent, MetricChart } from './metric-chart.tsx';
import { otherKey } from './node-points.ts';
import type { Point } from './points.ts';
import type { Window } from './ranges.ts';

interface ChartsProps {
  node: ShownNode;
  points: readonly Point[];
  others: readonly { name: string }[];
  window: Window;
  events: readonly ChartEvent[];
}

const own = 'var(--console-busy)';
const second = 'var(--console-good)';
const otherColors = ['var(--console-idle)', 'var(--console-warning)', 'var(--console-good)'];
/** So far beyond now the forecast is drawn, as a part of what is seen. */
const forecastPart = 0.25;

const whole = (value: number) => formatNumber(value);
const percent = (value: number) => `${formatNumber(value, 1)} %`;

/** The charts of a node. */
export function Charts({ node, points, others, window, events }: ChartsProps) {
  const shared = { points, window, events };
  const { memoryMiB, diskGiB } = node.resources;
  const forecast = forecastOf(points, 'disk');
  const untilMs = window.toMs + (window.toMs - window.fromMs) * forecastPart;
  const last = points.findLast(({ disk }) => disk != null);
  const diskPoints =
    forecast === null || last === undefined
      ? points
      : [
          ...points.map((point) => (point === last ? { ...point, forecast: forecast.at(point.at) } : point)),
          { at: untilMs, forecast: Math.max(0, forecast.at(untilMs)) },
        ];
  // A plan that is far away would press the line to the floor of the chart.
  const isNear = (last?.['disk'] ?? 0) > diskGiB / 4;
  return (
    <>
      <MetricChart
        {...shared}
        title="Height"
        format={whole}
        beginsAtZero={false}
        series={[
          { key: 'height', label: node.name, color: own },
          ...others.map(({ name }, index) => ({
            ...{ key: otherKey(index), label: name, color: otherColors[index] ?? own, isDashed: true },
          })),
        ]}
        note={others.length === 0 ? `It is the only node on ${node.network} here.` : ''}
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
        format={formatGiB}
        points={diskPoints}
        untilMs={untilMs}
        beginsAtZero={false}
        series={[
          { key: 'disk', label: 'used', color: own },
          { key: 'forecast', label: 'forecast', color: own, isDashed: true },
        ]}
        note={describeForecast(forecast, diskGiB, formatGiB)}
        {...(isNear ? { limit: { value: diskGiB, label: `${formatGiB(diskGiB)} planned` } } : {})}
      />
    </>
  );
}
