import { formatNumber } from '../../../display/values/amounts.ts';
import { formatDuration } from '../../../display/values/duration.ts';
import type { Forecast } from './forecast.ts';
import { type Point, summaryOf } from './points.ts';

export interface Series {
  /** The field of the points. */
  key: string;
  label: string;
}

/** Returns what a chart shows, in words for those who do not see it. Pure. */
export function describeChart(
  points: readonly Point[],
  series: readonly Series[],
  format: (value: number) => string,
): string {
  const said = series.map(({ key, label }) => {
    const summary = summaryOf(points, key);
    if (summary === null) return `${label}: not known.`;
    const { last, min, max, gaps } = summary;
    const gone = gaps === 0 ? '' : `, with ${gaps === 1 ? 'one gap' : `${formatNumber(gaps)} gaps`}`;
    return `${label}: ${format(last)} at the end, from ${format(min)} to ${format(max)}${gone}.`;
  });
  return said.join(' ');
}

const day = 86_400;

/** Returns in words how the disk fills. Pure. */
export function describeForecast(
  forecast: Forecast | null,
  plannedGiB: number,
  format: (gib: number) => string,
): string {
  if (forecast === null) return 'Too little is known for a forecast.';
  const { perDay } = forecast;
  if (perDay < 1e-3) return 'It does not grow.';
  const days = forecast.daysTo(plannedGiB);
  const planned = `the ${format(plannedGiB)} that are planned`;
  const then =
    days === null
      ? ''
      : days === 0
        ? ` It exceeds ${planned}.`
        : ` It reaches ${planned} in about ${formatDuration(days * day)}.`;
  return `It grows by ${format(perDay)} a day.${then}`;
}
