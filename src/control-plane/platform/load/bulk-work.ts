import { setImmediate as nextRound } from 'node:timers/promises';

/** In milliseconds: how long bulk work may keep everything else waiting. */
const sliceMs = 5;

/**
 * Divides work over long lists into slices, of which one runs in each round of the event loop, however many requests
 * have such work.
 */
export class BulkWork {
  readonly #now: () => number;
  readonly #next: () => Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();
  #since: number;

  /** `now` returns monotonic milliseconds, `next` resolves in the next round of the event loop. */
  constructor(now: () => number = () => performance.now(), next: () => Promise<unknown> = () => nextRound()) {
    this.#now = now;
    this.#next = next;
    this.#since = now();
  }

  /** Whether the current slice is over; then wait for `turn`. */
  get isDue(): boolean {
    return this.#now() - this.#since >= sliceMs;
  }

  /** Resolves when it is this work's turn, after that of all who asked before. */
  turn(): Promise<void> {
    const turn = this.#last.then(this.#next).then(() => {
      this.#since = this.#now();
    });
    this.#last = turn;
    return turn;
  }
}
