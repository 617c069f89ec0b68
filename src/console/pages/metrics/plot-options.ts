import uPlot from 'uplot';
import { shortRuns, stepsOf, tickLabels } from './marks.ts';
import { minZoomMs, type Window } from './time-window.ts';

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
  format: (value: number, end?: number) => string;
  /** The bytes of a value of 1, for an axis of bytes. */
  size?: number | undefined;
  limit?: { value: number; label: string } | undefined;
  beginsAtZero: boolean;
  /** Whether the axis has whole numbers only. */
  isWhole: boolean;
  /** Called with the time range of a drag. */
  onZoom: (fromMs: number, toMs: number) => void;
}

export const plotHeight = 180;
/** Space beside the plot, in CSS pixels. */
export const axisWidth = 76;
export const rightSpace = 8;
const font = '12px system-ui, sans-serif';

interface PlotSettings {
  width: number;
  series: readonly PlotSeries[];
  content: () => PlotContent;
}

export function plotOptions({ width, series, content }: PlotSettings): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  // A canvas does not support CSS variables.
  const color = (value: string) => style.getPropertyValue(value.slice('var('.length, -1));
  const axis = { stroke: color('var(--mantine-color-dimmed)'), font, ticks: { show: false } };
  const grid = { stroke: color('var(--mantine-color-default-border)'), width: 1 };
  return {
    width,
    height: plotHeight,
    ms: 1,
    legend: { show: false },
    padding: [12, rightSpace, 0, 0],
    cursor: {
      // A drag in one plot selects nothing in the others.
      sync: { key: 'metrics', filters: { pub: (type) => type !== 'mousedown' && type !== 'mouseup' } },
      drag: { x: true, y: false, setScale: false, dist: 5 },
      y: false,
    },
    scales: {
      x: { range: () => [content().window.fromMs, content().toMs] },
      y: { range: (_plot, min, max) => valueRange(content(), min, max) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        gap: 6,
        space: 80,
        size: 44,
        values: (_plot, splits) => tickLabels(splits, content().toMs - content().window.fromMs),
      },
      {
        ...axis,
        grid,
        size: axisWidth,
        incrs: stepsOf(content()),
        // Keeps number and unit on one line.
        values: (plot, splits) =>
          splits.map((value) => content().format(value, plot.scales['y']?.max).replaceAll(' ', '\u00a0')),
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
      draw: [(plot) => drawLimit(plot, content(), axis.stroke)],
      setSelect: [(plot) => zoom(plot, content())],
    },
  };
}

function zoom(plot: uPlot, { onZoom }: PlotContent): void {
  const { left, width } = plot.select;
  if (width === 0) return;
  const fromMs = plot.posToVal(left, 'x');
  onZoom(fromMs, Math.max(plot.posToVal(left + width, 'x'), fromMs + minZoomMs));
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
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
