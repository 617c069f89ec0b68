import { type Clock, systemClock } from './clock.ts';
import { endsWithin } from './ends-within.ts';

/**
 * Shares one call among all callers in the same turn of the event loop: it starts after the request, so it is never
 * stale, unless the caller accepts an earlier answer. All callers get the same object and must not change it.
 */
export function sharedCall<T>(call: () => Promise<T>): (options?: { maxAgeMs: number }) => Promise<T> {
  let next: Promise<T> | undefined;
  let last: { begunAt: number; answer: Promise<T> } | undefined;
  const afterThisTurn = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    next = undefined;
    const answer = call();
    last = { begunAt: systemClock.elapsed(), answer };
    return answer;
  };
  return ({ maxAgeMs } = { maxAgeMs: 0 }) => {
    if (last !== undefined && systemClock.elapsed() - last.begunAt < maxAgeMs) return last.answer;
    next ??= afterThisTurn();
    return next;
  };
}

/** Returns `read` for many callers: one call runs at a time, and a failed or late one resolves with undefined. */
export function sharedRead<T>(read: () => Promise<T>, withinMs: number, clock: Clock): () => Promise<T | undefined> {
  let underWay: Promise<T | undefined> | undefined;
  return async () => {
    underWay ??= read()
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined;
      });
    const shared = underWay;
    return (await endsWithin(shared, withinMs, clock)) ? shared : undefined;
  };
}
