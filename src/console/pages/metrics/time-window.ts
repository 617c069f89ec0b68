import { type HistorySearch, ranges } from '../addresses.ts';
import { rangeKinds } from '../time-range/time-range.ts';

const minute = 60_000;
const hour = 60 * minute;

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
/** Metrics are not kept for longer. */
export const zoomLimits = { minMs: minZoomMs, maxMs: rangeKinds[ranges[ranges.length - 1] ?? '90d'].ms };

export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Returns the selected time range, or the one that ends with the current bucket. */
export function windowOf({ range = '24h', from = '', to = '' }: HistorySearch, nowMs: number): Window {
  const zoomed = Date.parse(to) - Date.parse(from);
  const isZoomed = zoomed >= zoomLimits.minMs && zoomed <= zoomLimits.maxMs;
  const span = isZoomed ? zoomed : rangeKinds[range].ms;
  const stepMs = steps.find((step) => span / step <= maxBuckets) ?? 6 * hour;
  const toMs = Math.ceil((isZoomed ? Date.parse(to) : nowMs) / stepMs) * stepMs;
  const fromMs = isZoomed ? Math.floor(Date.parse(from) / stepMs) * stepMs : toMs - span;
  return { fromMs, toMs, stepMs, isZoomed };
}
