import { Box, Text, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { orDash } from '../../display/format.ts';
import { ForeignLine } from '../../display/text.tsx';
import { describeChart } from './forecast.ts';
import { Plot, Swatch } from './plot.tsx';
import type { PlotContent, PlotSeries } from './plot-options.ts';
import { type Point, summaryOf } from './points.ts';
import type { Window } from './time-window.ts';

export interface Chart extends Partial<Pick<PlotContent, 'beginsAtZero' | 'isWhole' | 'limit' | 'size'>> {
  title: string;
  /** `end`: the end of an axis, for a label of it. */
  format: (value: number, end?: number) => string;
  series: readonly PlotSeries[];
  note?: string;
  /** Default: those of the page. */
  points?: readonly Point[];
  /** End of the time axis, if later than the window, in milliseconds since 1970. */
  untilMs?: number;
}

export const line = (key: string, label = key, color = 'var(--console-busy)'): PlotSeries => ({ key, label, color });
export const second = (key: string, label = key): PlotSeries => line(key, label, 'var(--console-good)');
export const dashed = (key: string, label: string): PlotSeries => ({
  ...line(key, label, 'var(--console-idle)'),
  isDashed: true,
});

interface MetricChartProps extends Chart {
  points: readonly Point[];
  window: Window;
  onZoom: PlotContent['onZoom'];
  /** Shown below the time axis. */
  children?: ReactNode;
}

/** A chart of one or more metrics. Missing data is a gap. */
export function MetricChart({ beginsAtZero = true, isWhole = beginsAtZero, ...props }: MetricChartProps) {
  const { title, points, series, format, note = '', untilMs = props.window.toMs, children } = props;
  const id = useId();
  const scheme = useComputedColorScheme('light');
  const description = describeChart(points, series, format);
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
          content={{ ...props, toMs: untilMs, beginsAtZero, isWhole }}
        />
      </div>
      {children}
      <Legend {...{ series, points, format }} />
      <ForeignLine variant="note" mt={4}>
        {note}
      </ForeignLine>
    </Box>
  );
}

/** Repeats the description of the chart for the eye. */
const Legend = ({ series, points, format }: Pick<MetricChartProps, 'series' | 'points' | 'format'>) => (
  <table className="legend" aria-hidden>
    <tbody>
      <tr>
        {['', 'now', 'min', 'max'].map((head) => (
          <td key={head}>{head}</td>
        ))}
      </tr>
      {series.map(({ key, label, color, isDashed }) => {
        const summary = summaryOf(points, key);
        return (
          <tr key={key}>
            <td className="foreign">
              <Swatch color={color} isDashed={isDashed} /> {label}
            </td>
            {(['last', 'min', 'max'] as const).map((each) => (
              <td key={each}>{orDash(summary?.[each], format)}</td>
            ))}
          </tr>
        );
      })}
    </tbody>
  </table>
);
