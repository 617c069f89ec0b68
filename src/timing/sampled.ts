import { recent } from './recent.ts';
import { type Rate, tokenBuckets } from './token-buckets.ts';

export type Sampled = ReturnType<typeof sampled>;

/** Chooses which of many similar things are recorded. `now` returns monotonic milliseconds. */
export function sampled(rate: Rate, now?: () => number) {
  const buckets = tokenBuckets(rate, now);
  const leftOut = recent<string, number>(rate.maxOwners);
  return {
    /** Returns how many were skipped since the last recorded one, or undefined to skip this one too. */
    sample: (kind: string): number | undefined => {
      const before = leftOut.get(kind) ?? 0;
      if (buckets.take(kind) > 0) {
        leftOut.set(kind, before + 1);
        return undefined;
      }
      leftOut.delete(kind);
      return before;
    },
  };
}
