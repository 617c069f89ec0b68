import type { Clock } from './clock.ts';
import { endsWithin } from './ends-within.ts';

/** Shares one call among all callers in the same turn of the event loop: it starts after the request, so it is never stale. */
export class SharedCall<T> {
  readonly #call: () => Promise<T>;
  #next: Promise<T> | undefined;

  constructor(call: () => Promise<T>) {
    this.#call = call;
  }

  /** All callers get the same object and must not change it. */
  run(): Promise<T> {
    this.#next ??= this.#afterThisTurn();
    return this.#next;
  }

  async #afterThisTurn(): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = undefined;
    return this.#call();
  }
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
