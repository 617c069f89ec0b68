import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { memo, useId } from 'react';
import { decimalsFor, formatBytes, formatGiB, formatMiB, formatNumber } from '../../../display/format.ts';
import type { ShownNode } from '../shown-node.ts';
import { describeChart, describeForecast, forecastOf, type Series, withForecast } from './forecast.ts';
import type { ChartEvent } from './marks.ts';
import { Plot, Swatch } from './plot.tsx';
import type { PlotSeries } from './plot-options.ts';
import { otherKey, type Point, summaryOf, type Window } from './points.ts';

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
/** Length of the forecast as a fraction of the time range. */
const forecastPart = 0.25;

const whole = (value: number) => formatNumber(value);
const perSecond = (bytes: number) => `${formatBytes(bytes)}/s`;
const perDay = (bytes: number) => `${formatBytes(bytes)} a day`;
const feeRate = (rate: number) => `${formatNumber(rate, 2)} sat/vB`;
const percent = (value: number) => `${formatNumber(value, 1)} %`;

/** The charts of a node. Memoized: heartbeats do not render them again. */
export const Charts = memo(({ name: nodeName, network, resources, points, others, window, events }: ChartsProps) => {
  const shared = { points, window, events };
  const { memoryMiB, diskGiB } = resources;
  const forecast = forecastOf(points, 'disk');
  const untilMs = window.toMs + (window.toMs - window.fromMs) * forecastPart;
  const last = points.findLast(({ disk }) => disk != null);
  const diskPoints = withForecast(points, 'disk', { forecast, untilMs });
  // A limit far above the data would flatten the line.
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
        note={others.length === 0 ? `No other synced ${network} node to compare with.` : ''}
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
        title="Minimum mempool fee"
        format={feeRate}
        series={[{ key: 'minFee', label: 'sat/vB', color: own }]}
      />
      <MetricChart
        {...shared}
        title="Network traffic"
        format={perSecond}
        series={[
          { key: 'received', label: 'received', color: own },
          { key: 'sent', label: 'sent', color: second },
        ]}
      />
      <MetricChart
        {...shared}
        title="CPU"
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
        title="Written to disk"
        format={perDay}
        series={[{ key: 'written', label: 'a day', color: own }]}
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
        {...(isNear ? { limit: { value: diskGiB, label: `${formatGiB(diskGiB)} allocated` } } : {})}
      />
    </>
  );
});

const ticks = 5;

/** Returns the number of decimals that distinguishes the axis labels of a slowly growing disk. */
function decimalsOfDisk(points: readonly Point[]): number {
  const lines = ['disk', 'forecast'].map((key) => summaryOf(points, key)).filter((line) => line !== null);
  const max = Math.max(0, ...lines.map((line) => line.max));
  const min = Math.min(max, ...lines.map((line) => line.min));
  return decimalsFor(max * bytesOfGiB, ((max - min) * bytesOfGiB) / ticks);
}

interface MetricChartProps {
  title: string;
  points: readonly Point[];
  series: readonly PlotSeries[];
  format: (value: number) => string;
  window: Window;
  events: readonly ChartEvent[];
  /** A horizontal line, such as for a resource limit. */
  limit?: { value: number; label: string };
  note?: string;
  /** End of the time axis, if later than the window, in milliseconds since 1970. */
  untilMs?: number;
  /** Otherwise, the axis starts near the smallest value. Default: true. */
  beginsAtZero?: boolean;
}

/** A chart of one or more metrics, with marks for warnings and errors. Missing data is a gap. */
function MetricChart(props: MetricChartProps) {
  const { title, points, series, format, window, events, limit, note, untilMs, beginsAtZero = true } = props;
  const id = useId();
  const scheme = useComputedColorScheme('light');
  const lines = series.filter(({ isDashed }) => !isDashed);
  const description = describeChart(points, lines, format);
  const toMs = untilMs ?? window.toMs;
  return (
    <section className="panel chart" aria-labelledby={id}>
      <Text id={id} component="h2" fz="md" fw={600}>
        {title}
      </Text>
      <div role="img" aria-label={`${title} over time. ${description}`}>
        <Plot
          key={`${scheme} ${series.map(({ label }) => label).join('\n')}`}
          series={series}
          data={[points.map(({ at }) => at), ...series.map(({ key }) => points.map((point) => point[key] ?? null))]}
          content={{ window, toMs, events, format, limit, beginsAtZero, hasDots: isSparse(points, series) }}
        />
      </div>
      {series.length > 1 && (
        <Group gap="md" justify="center">
          {series.map(({ key, label, color }) => (
            <Text key={key} fz="sm">
              <Swatch color={color} /> {label}
            </Text>
          ))}
        </Group>
      )}
      <Text variant="hint" mt="xs">
        {description} {note}
      </Text>
    </section>
  );
}

/** Whether there is too little data for a visible line. */
const isSparse = (points: readonly Point[], series: readonly Series[]): boolean =>
  series.every(({ key }) => points.filter(({ [key]: value }) => value != null).length < 4);
