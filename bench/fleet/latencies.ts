const base = 1.05;

/** Counts of durations in buckets that grow by 5 %, so that processes can send and add them. */
export class Latencies {
  readonly counts: number[];

  constructor(counts: number[] = []) {
    this.counts = counts;
  }

  /** `ms` from 0.01. */
  add(ms: number): void {
    const bucket = Math.max(0, Math.ceil(Math.log(ms * 100) / Math.log(base)));
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
  }

  merge(counts: readonly (number | null)[]): void {
    for (const [bucket, count] of counts.entries()) this.counts[bucket] = (this.counts[bucket] ?? 0) + (count ?? 0);
  }

  get total(): number {
    return this.counts.reduce((sum, count = 0) => sum + count, 0);
  }

  /** Milliseconds that this share of the durations does not exceed, at most 5 % too long. */
  quantile(share: number): number {
    const wanted = this.total * share;
    let seen = 0;
    for (const [bucket, count = 0] of this.counts.entries()) {
      seen += count;
      if (seen >= wanted && count > 0) return base ** bucket / 100;
    }
    return Number.NaN;
  }
}
