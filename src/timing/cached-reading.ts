import type { Clock } from './clock.ts';
import { endsWithin } from './ends-within.ts';

export interface CachedReadingOptions<T> {
  clock: Clock;
  read(): Promise<T>;
  maxAgeMs: number;
  /** How long `get` waits for the first reading. Default: 2 seconds. */
  firstReadTimeoutMs?: number;
}

/** Stale-while-revalidate cache of a source that may be slow, hang or fail. */
export class CachedReading<T> {
  readonly #options: CachedReadingOptions<T>;
  #last: { value: T; at: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(options: CachedReadingOptions<T>) {
    this.#options = options;
  }

  async get(fallback: () => T): Promise<T> {
    const { clock, maxAgeMs, firstReadTimeoutMs = 2000 } = this.#options;
    const isStale = this.#last === undefined || clock.elapsed() - this.#last.at >= maxAgeMs;
    if (isStale) this.#reading ??= this.#read();
    if (this.#last === undefined && this.#reading !== undefined && firstReadTimeoutMs > 0)
      await endsWithin(this.#reading, firstReadTimeoutMs, clock);
    return this.#last === undefined ? fallback() : this.#last.value;
  }

  async #read(): Promise<void> {
    try {
      const value = await this.#options.read();
      this.#last = { value, at: this.#options.clock.elapsed() };
    } catch {
      // Keep the last good reading. A persistent failure, such as an engine that is down, is reported elsewhere.
    } finally {
      this.#reading = undefined;
    }
  }
}
