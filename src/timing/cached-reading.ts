import type { Clock } from './clock.ts';
import { endsWithin } from './ends-within.ts';

export interface CachedReadingOptions<T> {
  clock: Clock;
  read(): Promise<T>;
  maxAgeMs: number;
  /** How long the first call waits for its reading. Default: 2 seconds. */
  firstReadTimeoutMs?: number;
}

/** Returns a stale-while-revalidate cache of a source that may be slow, hang or fail. */
export function cachedReading<T>({ clock, read, maxAgeMs, firstReadTimeoutMs = 2000 }: CachedReadingOptions<T>) {
  let last: { value: T; at: number } | undefined;
  let reading: Promise<void> | undefined;
  const refresh = async () => {
    try {
      const value = await read();
      last = { value, at: clock.elapsed() };
    } catch {
      // Keep the last good reading. A persistent failure, such as an engine that is down, is reported elsewhere.
    } finally {
      reading = undefined;
    }
  };
  return async (fallback: () => T): Promise<T> => {
    if (last === undefined || clock.elapsed() - last.at >= maxAgeMs) reading ??= refresh();
    if (last === undefined && reading !== undefined && firstReadTimeoutMs > 0)
      await endsWithin(reading, firstReadTimeoutMs, clock);
    return last === undefined ? fallback() : last.value;
  };
}
