import type { QueryNodeMetricsArgs } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';

export type Grain = 'raw' | 'minute' | 'hour';

export interface HistoryPlan {
  /** Milliseconds since the Unix epoch at the start of the first bucket. */
  from: number;
  to: number;
  stepSeconds: number;
  grain: Grain;
}

export type HistoryRequest = Pick<QueryNodeMetricsArgs, 'from' | 'to' | 'stepSeconds'>;

export const maxBuckets = 1500;
const defaultBuckets = 400;
const minute = 60;
const hour = 3600;
const day = 24 * hour;
/** Divisors or multiples of a day. */
const niceSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720]
  .map((minutes) => minutes * minute)
  .concat([day, 7 * day]);

export function planHistory(request: HistoryRequest, finest: 'raw' | 'minute', now: number): HistoryPlan {
  const { from, to, stepSeconds: step } = request;
  const end = to ? Date.parse(to) : now;
  // PostgreSQL cannot parse the instant of a bucket before the year 0001.
  const begin = Math.max(0, from ? Date.parse(from) : end - day * 1000);
  const issues: Issue[] = [];
  if (begin >= end) issues.push({ path: ['from'], message: 'must be before `to`' });
  if (step !== null && step !== undefined && step < 1)
    issues.push({ path: ['stepSeconds'], message: 'must be at least 1' });
  if (issues.length > 0) throw invalidInput(issues);
  const stepSeconds = step ? keptStep(step, finest) : defaultStep(begin, end);
  const planned = { from: alignedTo(begin, stepSeconds), to: end, stepSeconds, grain: grainOf(stepSeconds) };
  if (bucketsOf(planned) > maxBuckets) {
    const least = keptStep(Math.ceil((end - begin) / 1000 / (maxBuckets - 1)), finest);
    const message = step
      ? `must be at least ${least} for this range: at most ${maxBuckets} buckets are returned`
      : `is too long before \`to\`: at most ${maxBuckets} buckets are returned`;
    throw invalidInput([{ path: [step ? 'stepSeconds' : 'from'], message }]);
  }
  return planned;
}

const grainOf = (stepSeconds: number): Grain => (stepSeconds < minute ? 'raw' : stepSeconds < hour ? 'minute' : 'hour');

function keptStep(step: number, finest: 'raw' | 'minute'): number {
  const unit = step > minute || finest === 'minute' ? (step > hour ? hour : minute) : 1;
  return Math.ceil(step / unit) * unit;
}

const defaultStep = (begin: number, end: number): number =>
  niceSteps.find((step) => (end - begin) / 1000 / step <= defaultBuckets) ?? 7 * day;

const alignedTo = (instant: number, stepSeconds: number): number =>
  Math.floor(instant / (stepSeconds * 1000)) * stepSeconds * 1000;

const bucketsOf = ({ from, to, stepSeconds }: HistoryPlan): number => Math.ceil((to - from) / (stepSeconds * 1000));
