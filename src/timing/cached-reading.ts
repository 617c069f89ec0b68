import type { Clock } from './clock.ts';

export interface LatestOptions<T> {
  clock: Clock;
  read(): Promise<T>;
  /** How old a reading may be before another is begun. */
  freshForMs: number;
  /** How long the very first reading is waited for. Default: 2 seconds. */
  firstWithinMs?: number;
}

/** The last good reading of something that may be slow, hang or fail, so that whoever needs it never waits for it. */
export class Latest<T> {
  readonly #options: LatestOptions<T>;
  #known: { value: T; at: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(options: LatestOptions<T>) {
    this.#options = options;
  }

  /** `fallback` where there has been no good reading yet. */
  async get(fallback: () => T): Promise<T> {
    const { clock, freshForMs, firstWithinMs = 2000 } = this.#options;
    const isStale = this.#known === undefined || clock.elapsed() - this.#known.at >= freshForMs;
    if (isStale) this.#reading ??= this.#read();
    if (this.#known === undefined && this.#reading !== undefined && firstWithinMs > 0) {
      const waiting = new AbortController();
      await Promise.race([this.#reading, clock.sleep(firstWithinMs, waiting.signal)]);
      // A timer that nobody waits for would keep the process alive.
      waiting.abort();
    }
    return this.#known === undefined ? fallback() : this.#known.value;
  }

  async #read(): Promise<void> {
    try {
      const value = await this.#options.read();
      this.#known = { value, at: this.#options.clock.elapsed() };
    } catch {
      // The last good reading stands. What makes every reading fail, an engine that is away, is told elsewhere.
    } finally {
      this.#reading = undefined;
    }
  }
}
