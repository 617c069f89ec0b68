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
