import type { Clock } from '../../timing/clock.ts';

/** Whether a loop turns. */
export class Pulse {
  readonly #clock: Clock;
  readonly #maxSilenceMs: number;
  #lastAt: number;

  /** `maxSilenceMs`: longer than a turn of the loop may take, with everything that it waits for. */
  constructor(clock: Clock, maxSilenceMs: number) {
    this.#clock = clock;
    this.#maxSilenceMs = maxSilenceMs;
    this.#lastAt = clock.elapsed();
  }

  /** The loop made a turn, whatever came of it. */
  beat(): void {
    this.#lastAt = this.#clock.elapsed();
  }

  get isAlive(): boolean {
    return this.#clock.elapsed() - this.#lastAt <= this.#maxSilenceMs;
  }
}
