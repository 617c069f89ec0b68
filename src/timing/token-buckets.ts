import type { LRUCache } from 'lru-cache';
import { recent } from './recent.ts';

export interface Rate {
  burst: number;
  perSecond: number;
  /** Maximum number of owners. The least recently used is evicted, and starts with a full bucket. */
  maxOwners: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

export class TokenBuckets {
  readonly #rate: Rate;
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #now: () => number;

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#buckets = recent(rate.maxOwners);
    this.#now = now;
  }

  /** Takes a token; returns 0, or the seconds to wait (rounded up) if none is left. */
  take(owner: string): number {
    const seconds = this.secondsUntilFree(owner);
    if (seconds === 0) this.add(owner, -1);
    return seconds;
  }

  /** Returns 0 if the owner has a token, else the seconds until then. */
  secondsUntilFree(owner: string): number {
    const tokens = this.#tokensOf(owner);
    return tokens < 1 ? Math.ceil((1 - tokens) / this.#rate.perSecond) : 0;
  }

  /** Returns tokens to the bucket; a negative number takes them, even into debt. */
  add(owner: string, tokens: number): void {
    this.#buckets.set(owner, {
      tokens: Math.min(this.#rate.burst, this.#tokensOf(owner) + tokens),
      at: this.#now(),
    });
  }

  #tokensOf(owner: string): number {
    const { burst, perSecond } = this.#rate;
    const bucket = this.#buckets.get(owner);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((this.#now() - bucket.at) / 1000) * perSecond);
  }
}
