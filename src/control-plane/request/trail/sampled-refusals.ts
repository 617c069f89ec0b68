import { LRUCache } from 'lru-cache';
import { type Rate, TokenBuckets } from '../../../timing/token-buckets.ts';

/** The log never shrinks, and whoever has no credential must not make it grow: the first 20 refusals, then one each ten minutes. */
export const strangers: Rate = { burst: 20, perSecond: 1 / 600, maxOwners: 10_000 };
/** An agent with the wrong key is refused with each heartbeat, for the same reason: the first of them, then one each hour. */
export const agents: Rate = { burst: 1, perSecond: 1 / 3600, maxOwners: 10_000 };

/** Chooses which of many refusals of one kind are written down, and counts the others for the next that is. */
export class SampledRefusals {
  readonly #buckets: TokenBuckets;
  readonly #leftOut: LRUCache<string, number>;

  /** `now` returns milliseconds that never step. */
  constructor(rate: Rate, now?: () => number) {
    this.#buckets = new TokenBuckets(rate, now);
    this.#leftOut = new LRUCache({ max: rate.maxOwners });
  }

  /** Returns how many were left out since the last one that was written down, or undefined when this one is to be left out too. */
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
