import { LRUCache } from 'lru-cache';

export interface Rate {
  /** Tokens that an owner begins with, and never has more of. */
  burst: number;
  perSecond: number;
  /** Owners remembered. The one that was quiet longest is forgotten first, and then begins with a full bucket. */
  maxOwners: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Limits how often each of many owners may do something, as token buckets. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #now: () => number;

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#buckets = new LRUCache({ max: rate.maxOwners });
    this.#now = now;
  }

  /** Takes a token; returns 0, or the whole seconds to wait when the owner has none left. */
  take(owner: string): number {
    const seconds = this.secondsUntilFree(owner);
    if (seconds === 0) this.add(owner, -1);
    return seconds;
  }

  /** Returns 0 when the owner has a token, or the whole seconds until then. */
  secondsUntilFree(owner: string): number {
    const tokens = this.#tokensOf(owner);
    return tokens < 1 ? Math.ceil((1 - tokens) / this.#rate.perSecond) : 0;
  }

  /** Gives tokens back or, where they are negative, takes them even if the owner then owes some. */
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
