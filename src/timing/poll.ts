import { setTimeout as delay } from 'node:timers/promises';

export interface PollOptions {
  withinMs: number;
  /** Milliseconds between two calls. Default: 50. */
  everyMs?: number;
  signal?: AbortSignal | undefined;
}

/** Calls `probe` until it returns neither undefined nor false; returns undefined on timeout. */
export async function poll<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs, everyMs = 50, signal }: PollOptions,
): Promise<T | undefined> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    signal?.throwIfAborted();
    const result = await probe();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) return undefined;
    await delay(everyMs, undefined, { signal });
  }
}
