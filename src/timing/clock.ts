import { setTimeout as delay } from 'node:timers/promises';

/** A clock. Injected, so that a test can run ten days in a few minutes. */
export interface Clock {
  /** Milliseconds since the Unix epoch, for timestamps. May jump. */
  now(): number;
  /** Milliseconds since an arbitrary moment, for durations. Monotonic. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds, or when `signal` aborts; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not `performance`, which loads a part of Node that nothing else needs.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
};

/** A Node.js timer cannot be longer than 2³¹−1 ms. */
const maxTimerMs = 2 ** 31 - 1;

/** Wakes one waiting loop. Notifications without a waiter coalesce into one. */
export class Notify {
  readonly #clock: Clock;
  #notified = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  notify(): void {
    this.#notified = true;
    this.#wake?.();
  }

  /** Waits for a notification, until `ms` milliseconds pass or `signal` aborts. Returns whether there was a notification. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#notified && !signal.aborted) {
      const waiting = new AbortController();
      this.#wake = () => waiting.abort();
      await this.#clock.sleep(Math.min(ms, maxTimerMs), AbortSignal.any([signal, waiting.signal]));
      this.#wake = undefined;
    }
    const notified = this.#notified;
    this.#notified = false;
    return notified;
  }
}

/** Exponential backoff. Times in milliseconds. */
export interface BackoffPolicy {
  firstMs: number;
  maxMs: number;
  factor?: number;
  /** Jitter as a fraction of the wait, so that many agents do not retry at once. Default: 0.2, that is ±20 %. */
  jitter?: number;
}

/** Returns the milliseconds to wait after `failures` failures in a row; 0 after none. */
export function backoffDelay(policy: BackoffPolicy, failures: number, random: () => number = Math.random): number {
  if (failures < 1) return 0;
  const { firstMs, maxMs, factor = 2, jitter = 0.2 } = policy;
  const delayMs = Math.min(maxMs, firstMs * factor ** (failures - 1));
  return delayMs * (1 + (random() * 2 - 1) * jitter);
}

export class Backoff {
  readonly #policy: BackoffPolicy;
  #failures = 0;

  constructor(policy: BackoffPolicy) {
    this.#policy = policy;
  }

  /** Counts a failure and returns the milliseconds to wait before the next attempt. */
  next(): number {
    this.#failures++;
    return backoffDelay(this.#policy, this.#failures);
  }

  reset(): void {
    this.#failures = 0;
  }
}
