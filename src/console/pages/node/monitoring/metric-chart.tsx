import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useId } from 'react';
import { describeChart, type Series } from './chart-descriptions.ts';
import type { ChartEvent } from './event-marks.ts';
import { Plot, Swatch } from './plot.tsx';
import type { PlotSeries } from './plot-options.ts';
import type { Point } from './points.ts';
import type { Window } from './ranges.ts';

interface MetricChartProps {
  title: string;
  points: readonly Point[];
  series: readonly PlotSeries[];
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

/** One or several measurements over time, with the warnings and errors of that time below. Where nothing is known, the line has a gap. */
export function MetricChart(props: MetricChartProps) {
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

/** Whether so little is known that a line could hardly be seen. */
const isSparse = (points: readonly Point[], series: readonly Series[]): boolean =>
  series.every(({ key }) => points.filter(({ [key]: value }) => value != null).length < 4);
