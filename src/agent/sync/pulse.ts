import type { Clock } from '../../timing/clock.ts';

/** Whether a loop turns. */
export class Pulse {
  /** For people, such as `heartbeat`. */
  readonly name: string;
  readonly maxSilenceMs: number;
  readonly #clock: Clock;
  #lastAt: number;

  /** `maxSilenceMs`: longer than a turn of the loop may take, with everything that it waits for. */
  constructor(name: string, clock: Clock, maxSilenceMs: number) {
    this.name = name;
    this.maxSilenceMs = maxSilenceMs;
    this.#clock = clock;
    this.#lastAt = clock.elapsed();
  }

  /** The loop made a turn, whatever came of it. */
  beat(): void {
    this.#lastAt = this.#clock.elapsed();
  }

  /** Milliseconds since the last turn began. */
  get silentMs(): number {
    return this.#clock.elapsed() - this.#lastAt;
  }

  get isAlive(): boolean {
    return this.silentMs <= this.maxSilenceMs;
  }
}
