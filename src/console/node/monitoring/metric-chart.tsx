import { ChartTooltip, LineChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { useId } from 'react';
import type { EventLevel } from '../../../contract/types.generated.ts';
import { formatInstant } from '../../display/values/time.tsx';
import { describeChart, type Series } from './chart-descriptions.ts';
import type { Point } from './points.ts';
import type { Window } from './ranges.ts';
import { tickOf } from './ticks.ts';

export interface ChartSeries extends Series {
  color: string;
  isDashed?: boolean;
}

/** An event as a chart draws it. */
export interface ChartEvent {
  id: string;
  at: string;
  level: EventLevel;
}

interface MetricChartProps {
  title: string;
  points: readonly Point[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  window: Window;
  events: readonly ChartEvent[];
  /** A line across the chart, such as for what may be used. */
  limit?: { value: number; label: string };
  /** Beside the description of what is seen. */
  note?: string;
  /** Where the time ends, if later than the window, in milliseconds since 1970. */
  untilMs?: number;
  /** Default: true; else the axis begins near the smallest value. */
  beginsAtZero?: boolean;
}

const eventColors = {
  info: 'var(--console-idle)',
  warning: 'var(--console-warning)',
  error: 'var(--console-bad)',
} as const;

/** One or several measurements over time. Where nothing is known, the line has a gap. What is seen is also said in words. */
export function MetricChart(props: MetricChartProps) {
  const { title, points, series, format, window, events, limit, note, untilMs, beginsAtZero = true } = props;
  const id = useId();
  const description = describeChart(
    points,
    series.filter(({ isDashed }) => !isDashed),
    format,
  );
  const toMs = untilMs ?? window.toMs;
  const lines = events.map(({ at, level }) => ({
    x: Date.parse(at),
    color: eventColors[level],
    strokeOpacity: level === 'info' ? 0.45 : 0.9,
  }));
  return (
    <section className="panel chart" aria-labelledby={id}>
      <Text id={id} component="h2" fz="md" fw={600}>
        {title}
      </Text>
      <div role="img" aria-label={`${title} over time. ${description}`}>
        <LineChart
          h={220}
          data={points as Point[]}
          dataKey="at"
          series={series.map(({ key, label, color, isDashed }) => ({
            ...{ name: key, label, color },
            ...(isDashed ? { strokeDasharray: '5 4' } : {}),
          }))}
          // Of a single point there is no line.
          withDots={isSparse(points, series)}
          connectNulls={false}
          curveType="linear"
          strokeWidth={1.75}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: 'bottom' }}
          accessibilityLayer={false}
          valueFormatter={format}
          xAxisProps={{
            ...{ type: 'number', scale: 'time', domain: [window.fromMs, toMs], minTickGap: 48 },
            tickFormatter: (at: number) => tickOf(at, toMs - window.fromMs),
          }}
          yAxisProps={{
            ...{ width: 76, domain: [beginsAtZero ? 0 : 'auto', 'auto'], allowDecimals: !beginsAtZero },
            // A number and its unit stay in one line.
            tickFormatter: (value: number) => format(value).replaceAll(' ', '\u00a0'),
          }}
          // The topmost number of the axis has its place, and its neighbor a line.
          lineChartProps={{ syncId: 'node', syncMethod: 'value', margin: { top: 12 } }}
          tooltipProps={{
            content: ({ label, payload }) => (
              <ChartTooltip
                label={typeof label === 'number' ? formatInstant(new Date(label).toISOString()) : ''}
                payload={payload as unknown as Record<string, unknown>[]}
                series={series.map(({ key, label: name, color }) => ({ name: key, label: name, color }))}
                valueFormatter={format}
              />
            ),
          }}
          referenceLines={[
            ...lines,
            ...(limit === undefined
              ? []
              : [{ y: limit.value, label: limit.label, color: 'var(--console-idle)', strokeDasharray: '2 4' }]),
          ]}
        />
      </div>
      <Text fz="sm" c="dimmed">
        {description} {note}
      </Text>
    </section>
  );
}

/** Whether so little is known that a line could hardly be seen. Pure. */
const isSparse = (points: readonly Point[], series: readonly Series[]): boolean =>
  series.every(({ key }) => points.filter(({ [key]: value }) => value != null).length < 4);
