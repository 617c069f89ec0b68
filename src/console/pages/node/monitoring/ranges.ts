export const ranges = ['1h', '6h', '24h', '7d', '30d', '90d'] as const;
export type Range = (typeof ranges)[number];
export const usualRange: Range = '24h';

interface RangeKind {
  label: string;
  seconds: number;
  /** Seconds of a bucket: a few hundred of them make a chart. */
  step: number;
}

const [minute, hour, day] = [60, 3600, 86_400];

export const rangeKinds: Readonly<Record<Range, RangeKind>> = {
  '1h': { label: '1 hour', seconds: hour, step: minute },
  '6h': { label: '6 hours', seconds: 6 * hour, step: minute },
  '24h': { label: '24 hours', seconds: day, step: 5 * minute },
  '7d': { label: '7 days', seconds: 7 * day, step: 30 * minute },
  '30d': { label: '30 days', seconds: 30 * day, step: 2 * hour },
  '90d': { label: '90 days', seconds: 90 * day, step: 6 * hour },
};

/** A stretch of time in milliseconds since 1970; both ends are where a bucket begins. */
export interface Window {
  fromMs: number;
  toMs: number;
  stepMs: number;
}

/** Returns the stretch of time that ends with the bucket of now. Pure. */
export function windowOf(range: Range, nowMs: number): Window {
  const { seconds, step } = rangeKinds[range];
  const stepMs = step * 1000;
  const toMs = Math.ceil(nowMs / stepMs) * stepMs;
  return { fromMs: toMs - seconds * 1000, toMs, stepMs };
}
