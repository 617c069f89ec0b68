import { type HistorySearch, type Range, ranges } from '../addresses.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

export const rangeKinds: Readonly<Record<Range, { label: string; ms: number }>> = {
  '1h': { label: '1 h', ms: hour },
  '6h': { label: '6 h', ms: 6 * hour },
  '24h': { label: '24 h', ms: day },
  '7d': { label: '7 d', ms: 7 * day },
  '30d': { label: '30 d', ms: 30 * day },
  '90d': { label: '90 d', ms: 90 * day },
};

/** A time range in milliseconds since 1970, aligned to buckets. */
export interface Window {
  fromMs: number;
  toMs: number;
  /** Length of a bucket. */
  stepMs: number;
  /** Whether it was selected in a chart. Otherwise it moves with the clock. */
  isZoomed: boolean;
}

/** A chart has no more buckets. */
const maxBuckets = 400;
const steps = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];
/** Less would be too few points for a line. */
export const minZoomMs = 10 * minute;

export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Returns the selected time range, or the one that ends with the current bucket. */
export function windowOf({ range = '24h', from = '', to = '' }: HistorySearch, nowMs: number): Window {
  const zoomed = Date.parse(to) - Date.parse(from);
  const isZoomed = zoomed >= minZoomMs && zoomed <= rangeKinds[ranges[ranges.length - 1] ?? range].ms;
  const span = isZoomed ? zoomed : rangeKinds[range].ms;
  const stepMs = steps.find((step) => span / step <= maxBuckets) ?? 6 * hour;
  const toMs = Math.ceil((isZoomed ? Date.parse(to) : nowMs) / stepMs) * stepMs;
  const fromMs = isZoomed ? Math.floor(Date.parse(from) / stepMs) * stepMs : toMs - span;
  return { fromMs, toMs, stepMs, isZoomed };
}
