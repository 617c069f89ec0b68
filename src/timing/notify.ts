import type { Clock } from './clock.ts';

/** Wakes one waiting loop. Rings that come while nobody waits are kept as one, so that no wake-up is lost and none is doubled. */
export class Alarm {
  readonly #clock: Clock;
  #rung = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Waits for a ring, for `ms` milliseconds or for the abort of `signal`, whichever comes first. Tells whether it rang. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#rung && !signal.aborted) {
      const waiting = new AbortController();
      this.#wake = () => waiting.abort();
      // A timer of Node cannot be longer than 2³¹ ms.
      await this.#clock.sleep(Math.min(ms, 2 ** 31 - 1), AbortSignal.any([signal, waiting.signal]));
      this.#wake = undefined;
    }
    const rang = this.#rung;
    this.#rung = false;
    return rang;
  }
}
