import type { LRUCache } from 'lru-cache';
import { recent } from './recent.ts';
import { type Rate, TokenBuckets } from './token-buckets.ts';

/** Chooses which of many similar things are recorded. */
export class Sampled {
  readonly #buckets: TokenBuckets;
  readonly #leftOut: LRUCache<string, number>;

  /** `now` returns monotonic milliseconds. */
  constructor(rate: Rate, now?: () => number) {
    this.#buckets = new TokenBuckets(rate, now);
    this.#leftOut = recent(rate.maxOwners);
  }

  /** Returns how many were skipped since the last recorded one, or undefined to skip this one too. */
  sample(kind: string): number | undefined {
    const leftOut = this.#leftOut.get(kind) ?? 0;
    if (this.#buckets.take(kind) > 0) {
      this.#leftOut.set(kind, leftOut + 1);
      return undefined;
    }
    this.#leftOut.delete(kind);
    return leftOut;
  }
}
