import type { Outcome } from '../report.ts';

/** Upper bounds of a histogram's buckets, in seconds. */
export const secondsBuckets: readonly number[] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

export interface Histogram {
  /** Of each bucket and, last, beyond them; not cumulative. */
  buckets: number[];
  sum: number;
}

export interface CallCount {
  consumer: string;
  method: string;
  outcome: Outcome;
  count: number;
}

/** What an endpoint has done since the gateway started. */
export class EndpointCounts {
  readonly #calls = new Map<string, CallCount>();
  /** Seconds of a request without its body's arrival. */
  readonly request = newHistogram();
  /** The same without the members' part: what the gateway adds. */
  readonly added = newHistogram();
  retries = 0;
  unauthorized = 0;

  get calls(): Iterable<CallCount> {
    return this.#calls.values();
  }

  call(consumer: string, method: string, outcome: Outcome): void {
    this.#calls.getOrInsertComputed(`${consumer}\n${method}\n${outcome}`, () => ({
      consumer,
      method,
      outcome,
      count: 0,
    })).count++;
  }

  /** In milliseconds. */
  observe(totalMs: number, memberMs: number): void {
    add(this.request, totalMs / 1000);
    add(this.added, Math.max(0, totalMs - memberMs) / 1000);
  }

  /** Forgets a consumer that no longer exists. */
  forget(consumer: string): void {
    for (const [key, count] of this.#calls) if (count.consumer === consumer) this.#calls.delete(key);
  }
}

const newHistogram = (): Histogram => ({ buckets: new Array<number>(secondsBuckets.length + 1).fill(0), sum: 0 });

function add(histogram: Histogram, seconds: number): void {
  const found = secondsBuckets.findIndex((bound) => seconds <= bound);
  const index = found < 0 ? secondsBuckets.length : found;
  histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
  histogram.sum += seconds;
}
