import uPlot from 'uplot';
import { type ChartEvent, shortRuns, tickLabels } from './marks.ts';
import type { Window } from './points.ts';

export interface PlotSeries {
  key: string;
  label: string;
  color: string;
  isDashed?: boolean;
}

/** What a plot draws besides its lines. Read on each draw, so that a change does not need a new plot. */
export interface PlotContent {
  window: Window;
  /** End of the time axis, in milliseconds since 1970. */
  toMs: number;
  events: readonly ChartEvent[];
  format: (value: number) => string;
  limit: { value: number; label: string } | undefined;
  beginsAtZero: boolean;
  /** Whether the axis has whole numbers only. */
  isWhole: boolean;
}

const height = 220;
/** Height of the event marks between plot and time labels, in CSS pixels. */
const markHeight = 6;
const font = '12px system-ui, sans-serif';
const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

export function plotOptions(
  element: HTMLElement,
  series: readonly PlotSeries[],
  content: () => PlotContent,
): uPlot.Options {
  const color = (value: string) => resolveColor(element, value);
  const axis = { stroke: color('var(--mantine-color-dimmed)'), font, ticks: { show: false } };
  const markColors = { warning: color('var(--console-warning)'), error: color('var(--console-bad)') };
  const grid = { stroke: color('var(--mantine-color-default-border)'), width: 1 };
  return {
    width: Math.max(1, element.clientWidth),
    height,
    ms: 1,
    legend: { show: false },
    padding: [12, 8, 0, 0],
    cursor: { sync: { key: 'node' }, drag: { x: false, y: false }, y: false },
    scales: {
      x: { range: () => [content().window.fromMs, content().toMs] },
      y: { range: (_plot, min, max) => valueRange(content(), min, max) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        gap: markHeight + 4,
        space: 80,
        size: 52,
        values: (_plot, splits) => tickLabels(splits, content().toMs - content().window.fromMs),
      },
      {
        ...axis,
        grid,
        size: 76,
        ...(content().isWhole ? { incrs: wholeSteps } : {}),
        // Keeps number and unit on one line.
        values: (_plot, splits) => splits.map((value) => content().format(value).replaceAll(' ', '\u00a0')),
      },
    ],
    series: [
      {},
      ...series.map((line) => ({
        label: line.label,
        stroke: color(line.color),
        width: 1.75,
        points: { show: false, filter: (plot: uPlot, index: number) => shortRuns(plot.data[index] ?? []) },
        ...(line.isDashed ? { dash: [5, 4] } : {}),
      })),
    ],
    hooks: {
      draw: [(plot) => drawLimit(plot, content(), axis.stroke), (plot) => drawMarks(plot, content(), markColors)],
    },
  };
}

/** Resolves CSS variables, which a canvas does not support. */
function resolveColor(element: HTMLElement, value: string): string {
  const probe = element.appendChild(document.createElement('span'));
  probe.style.color = value;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns a range that includes the limit, and a default one without data. */
function valueRange({ beginsAtZero, limit }: PlotContent, min: number | null, max: number | null): [number, number] {
  const top = Math.max(max ?? 0, limit?.value ?? 0);
  if (beginsAtZero || min === null) return [0, top === 0 ? 1 : top * 1.05];
  const [low, high] = uPlot.rangeNum(min, top, 0.1, true);
  return [Math.max(0, low ?? 0), high ?? 1];
}

function drawLimit(plot: uPlot, { limit }: PlotContent, color: string): void {
  if (limit === undefined) return;
  const { ctx, bbox } = plot;
  const y = plot.valToPos(limit.value, 'y', true);
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.setLineDash([2 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.textAlign = 'right';
  ctx.font = `${12 * uPlot.pxRatio}px system-ui, sans-serif`;
  ctx.fillText(limit.label, bbox.left + bbox.width, y + 14 * uPlot.pxRatio);
  ctx.restore();
}

/** Errors cover warnings. */
function drawMarks(plot: uPlot, { events }: PlotContent, colors: Record<'warning' | 'error', string>): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const top = bbox.top + bbox.height + ratio;
  ctx.save();
  for (const level of ['warning', 'error'] as const) {
    ctx.fillStyle = colors[level];
    for (const { at } of events.filter((event) => event.level === level))
      ctx.fillRect(plot.valToPos(Date.parse(at), 'x', true) - ratio, top, 3 * ratio, markHeight * ratio);
  }
  ctx.restore();
}
