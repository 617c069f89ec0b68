import type { Clock } from '../../timing/clock.ts';

export class Pulse implements Disposable {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #dueAt: number;
  #isAway = false;

  constructor(clock: Clock, onEnd: () => void = () => undefined) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#dueAt = clock.elapsed();
  }

  /** The loop made a turn, whatever came of it. Before it rests, it says for how many milliseconds at most. */
  beat(restMs = 0): void {
    this.#isAway = false;
    this.#dueAt = this.#clock.elapsed() + restMs;
  }

  /** Until its next beat the loop waits for the world outside, for as long as that takes: it is not judged meanwhile. */
  away(): void {
    this.#isAway = true;
  }

  get silentMs(): number {
    return this.#isAway ? 0 : Math.max(0, this.#clock.elapsed() - this.#dueAt);
  }

  /** The loop has ended as it should. */
  [Symbol.dispose](): void {
    this.#onEnd();
  }
}
