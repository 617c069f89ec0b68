import type { Clock } from './clock.ts';

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

  /** Forgets a notification, because its cause is being looked at. */
  clear(): void {
    this.#notified = false;
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
