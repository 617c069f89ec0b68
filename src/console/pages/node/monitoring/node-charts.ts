import { type Chart, dashed, line, second } from '../../metrics/chart.tsx';
import { describeForecast, trendOf } from '../../metrics/forecast.ts';
import {
  feeRate,
  inMiB,
  megabytes,
  percent,
  perDay,
  perSecond,
  progress,
  virtualMegabytes,
  whole,
} from '../../metrics/formats.ts';
import { type Point, summaryOf } from '../../metrics/points.ts';
import type { Window } from '../../metrics/time-window.ts';
import type { ShownNode } from '../shown-node.ts';
import { bytesOfGiB, diskFormat } from './disk-format.ts';

const tipSeries = [
  line('forks', 'valid forks'),
  line('unvalidated', 'valid headers', 'var(--console-idle)'),
  line('headersOnly', 'headers only', 'var(--console-warning)'),
  line('invalid', 'invalid', 'var(--console-bad)'),
];

interface ChartsOf extends Pick<ShownNode, 'name' | 'resources'> {
  points: readonly Point[];
  window: Window;
  /** The current ones of the daemon. */
  warnings: string;
}

/** The charts of a node, and those that few people need. */
export function nodeCharts({ name, resources: { memoryMiB, diskGiB }, points, window, warnings }: ChartsOf) {
  const has = (key: string) => summaryOf(points, key) !== null;
  const median = (key: string) => (has(key) ? [dashed(key, 'network median')] : []);
  const charts: Chart[] = [
    { title: 'Blocks behind', format: whole, series: [line('behind', 'blocks behind')] },
    { title: 'Peers', format: whole, series: [line('outbound'), second('inbound')] },
    { title: 'Mempool', format: whole, series: [line('mempool', 'transactions'), ...median('medianMempool')] },
    { title: 'CPU', format: percent, series: [line('cpu', 'of one core')] },
    {
      title: 'Memory',
      ...inMiB,
      series: [line('memory', 'used')],
      limit: { value: memoryMiB, label: `${inMiB.format(memoryMiB)} limit` },
    },
    diskChart(points, window, diskGiB),
  ];
  const more: Chart[] = [
    {
      title: 'Height',
      format: whole,
      beginsAtZero: false,
      isWhole: true,
      series: [line('height', name), ...median('medianHeight')],
    },
    { title: 'Network traffic', ...perSecond, series: [line('received'), second('sent')] },
    { title: 'Mempool size', isWhole: false, format: virtualMegabytes, series: [line('mempoolSize', 'virtual size')] },
    { title: 'Mempool memory', isWhole: false, format: megabytes, series: [line('mempoolMemory', 'used')] },
    { title: 'Minimum mempool fee', format: feeRate, series: [line('minFee', 'minimum'), ...median('medianMinFee')] },
    { title: 'Written to disk', ...perDay, series: [line('written', 'a day')] },
    {
      title: 'Verification and index progress',
      format: progress,
      series: [line('verified'), ...(has('indexed') ? [second('indexed', 'slowest index')] : [])],
    },
    { title: 'Unbroadcast transactions', format: whole, series: [line('unbroadcast', 'transactions')] },
    { title: 'Chain tips not followed', format: whole, series: tipSeries },
    { title: 'Daemon warnings', format: whole, series: [line('warnings')], note: warnings },
  ];
  return { charts, more };
}

function diskChart(points: readonly Point[], window: Window, allocatedGiB: number): Chart {
  const { forecast, ...trend } = trendOf(points, 'disk', window);
  // A limit far above the data would flatten the line.
  const isNear = (summaryOf(points, 'disk')?.last ?? 0) > allocatedGiB / 4;
  const format = diskFormat(trend.points, isNear ? allocatedGiB : 0);
  return {
    title: 'Blocks on disk',
    ...trend,
    beginsAtZero: false,
    size: bytesOfGiB,
    format,
    series: [line('disk', 'used'), dashed('forecast', 'forecast')],
    note: describeForecast(forecast, allocatedGiB),
    limit: isNear ? { value: allocatedGiB, label: `${format(allocatedGiB)} allocated` } : undefined,
  };
}
