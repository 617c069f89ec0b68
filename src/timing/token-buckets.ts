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

export type TokenBuckets = ReturnType<typeof tokenBuckets>;

/** `now` returns monotonic milliseconds. */
export function tokenBuckets({ burst, perSecond, maxOwners }: Rate, now: () => number = () => performance.now()) {
  const buckets = recent<string, Bucket>(maxOwners);
  const tokensOf = (owner: string): number => {
    const bucket = buckets.get(owner);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + ((now() - bucket.at) / 1000) * perSecond);
  };
  /** Returns 0 if the owner has a token, else the seconds until then. */
  const secondsUntilFree = (owner: string): number => {
    const tokens = tokensOf(owner);
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  };
  /** Returns tokens to the bucket; a negative number takes them, even into debt. */
  const add = (owner: string, tokens: number): void => {
    buckets.set(owner, { tokens: Math.min(burst, tokensOf(owner) + tokens), at: now() });
  };
  return {
    secondsUntilFree,
    add,
    /** Takes a token; returns 0, or the seconds to wait (rounded up) if none is left. */
    take: (owner: string): number => {
      const seconds = secondsUntilFree(owner);
      if (seconds === 0) add(owner, -1);
      return seconds;
    },
  };
}
