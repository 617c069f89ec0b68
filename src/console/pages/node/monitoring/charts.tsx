import { Box, Group, Text, useComputedColorScheme } from '@mantine/core';
import { memo, useId } from 'react';
import { decimalsFor, formatGiB, formatMiB, formatNumber } from '../../../display/format.ts';
import type { ShownNode } from '../shown-node.ts';
import { describeChart, describeForecast, forecastOf, withForecast } from './forecast.ts';
import type { ChartEvent } from './marks.ts';
import { feeRate, perDay, perSecond, progress, whole } from './measure-formats.ts';
import { Plot, Swatch } from './plot.tsx';
import type { PlotContent, PlotSeries } from './plot-options.ts';
import { otherKey, type Point, summaryOf, type Window } from './points.ts';

interface ChartData {
  points: readonly Point[];
  window: Window;
  events: readonly ChartEvent[];
}

interface ChartsProps extends Pick<ShownNode, 'name' | 'network' | 'resources'>, ChartData {
  others: readonly { name: string }[];
}

interface Chart extends Partial<Pick<PlotContent, 'beginsAtZero' | 'isWhole' | 'limit'>> {
  title: string;
  format: (value: number) => string;
  series: readonly PlotSeries[];
  note?: string;
  /** Default: the node's. */
  points?: readonly Point[];
  /** End of the time axis, if later than the window, in milliseconds since 1970. */
  untilMs?: number;
}

const otherColors = ['var(--console-idle)', 'var(--console-warning)', 'var(--console-good)'];
const bytesOfGiB = 1024 ** 3;
/** Length of the forecast as a fraction of the time range. */
const forecastPart = 0.25;

const line = (key: string, label = key, color = 'var(--console-busy)'): PlotSeries => ({ key, label, color });
const second = (key: string, label = key): PlotSeries => line(key, label, 'var(--console-good)');
const tipSeries = [
  line('forks', 'valid forks'),
  line('unvalidated', 'valid headers', 'var(--console-idle)'),
  line('headersOnly', 'headers only', 'var(--console-warning)'),
  line('invalid', 'invalid', 'var(--console-bad)'),
];

const percent = (value: number) => `${formatNumber(value, 1)} %`;

/** The charts of a node. Memoized: heartbeats do not render them again. */
export const Charts = memo(({ name, network, resources, others, ...data }: ChartsProps) => {
  const { memoryMiB, diskGiB } = resources;
  const hasIndexes = summaryOf(data.points, 'indexed') !== null;
  const charts: readonly Chart[] = [
    {
      title: 'Height',
      format: whole,
      beginsAtZero: false,
      isWhole: true,
      series: [
        line('height', name),
        ...others.map((other, index) => ({ ...line(otherKey(index), other.name, otherColors[index]), isDashed: true })),
      ],
      note: others.length === 0 ? `No other synced ${network} node to compare with.` : '',
    },
    { title: 'Peers', format: whole, series: [line('outbound'), second('inbound')] },
    { title: 'Mempool', format: whole, series: [line('mempool', 'transactions')] },
    { title: 'Minimum mempool fee', format: feeRate, series: [line('minFee', 'sat/vB')] },
    { title: 'Network traffic', format: perSecond, series: [line('received'), second('sent')] },
    { title: 'CPU', format: percent, series: [line('cpu', 'of one core')] },
    {
      title: 'Memory',
      format: formatMiB,
      series: [line('memory', 'used')],
      limit: { value: memoryMiB, label: formatMiB(memoryMiB) },
    },
    { title: 'Written to disk', format: perDay, series: [line('written', 'a day')] },
    diskChart(data, diskGiB),
    {
      title: 'Verification and index progress',
      format: progress,
      series: [line('verified'), ...(hasIndexes ? [second('indexed', 'slowest index')] : [])],
    },
    { title: 'Unbroadcast transactions', format: whole, series: [line('unbroadcast', 'transactions')] },
    { title: 'Chain tips not followed', format: whole, series: tipSeries },
    { title: 'Daemon warnings', format: whole, series: [line('warnings')] },
  ];
  return charts.map((chart) => <MetricChart key={chart.title} {...data} {...chart} />);
});

function diskChart({ points, window }: ChartData, allocatedGiB: number): Chart {
  const forecast = forecastOf(points, 'disk');
  const untilMs = window.toMs + (window.toMs - window.fromMs) * forecastPart;
  const withTrend = withForecast(points, 'disk', { forecast, untilMs });
  const decimals = decimalsOfDisk(withTrend);
  // A limit far above the data would flatten the line.
  const isNear = (summaryOf(points, 'disk')?.last ?? 0) > allocatedGiB / 4;
  return {
    title: 'Blocks on disk',
    points: withTrend,
    untilMs,
    beginsAtZero: false,
    format: (gib) => formatGiB(gib, decimals),
    series: [line('disk', 'used'), { ...line('forecast', 'forecast (dashed)'), isDashed: true }],
    note: describeForecast(forecast, allocatedGiB),
    limit: isNear ? { value: allocatedGiB, label: `${formatGiB(allocatedGiB)} allocated` } : undefined,
  };
}

const ticks = 5;

/** Returns the number of decimals that distinguishes the axis labels of a slowly growing disk. */
function decimalsOfDisk(points: readonly Point[]): number {
  const lines = ['disk', 'forecast'].map((key) => summaryOf(points, key)).filter((each) => each !== null);
  const max = Math.max(0, ...lines.map((each) => each.max));
  const min = Math.min(max, ...lines.map((each) => each.min));
  return decimalsFor(max * bytesOfGiB, ((max - min) * bytesOfGiB) / ticks);
}

/** A chart of one or more metrics, with marks for warnings and errors. Missing data is a gap. */
function MetricChart({ beginsAtZero = true, isWhole = beginsAtZero, ...props }: Chart & ChartData) {
  const { title, points, series, format, window, events, limit, note, untilMs = window.toMs } = props;
  const id = useId();
  const scheme = useComputedColorScheme('light');
  const solid = series.filter(({ isDashed }) => !isDashed);
  const description = describeChart(points, solid, format);
  return (
    <Box component="section" className="panel" miw={0} p="12px 16px" aria-labelledby={id}>
      <Text id={id} component="h2" fz="md" fw={600}>
        {title}
      </Text>
      <div role="img" aria-label={`${title} over time. ${description}`}>
        <Plot
          key={`${scheme} ${series.map(({ label }) => label).join('\n')}`}
          series={series}
          data={[points.map(({ at }) => at), ...series.map(({ key }) => points.map((point) => point[key] ?? null))]}
          content={{ window, toMs: untilMs, events, format, limit, beginsAtZero, isWhole }}
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
    </Box>
  );
}
