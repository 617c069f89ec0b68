import { setTimeout as delay } from 'node:timers/promises';

/** A clock. Injected, so that a test can run ten days in a few minutes. */
export interface Clock {
  /** Milliseconds since the Unix epoch, for timestamps. May jump. */
  now(): number;
  /** Milliseconds since an arbitrary moment, for durations. Monotonic. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds, or when `signal` aborts; never rejects. What is left of a time that is over, a negative number, is no time. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not `performance`, which loads a part of Node that nothing else needs.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: async (ms, signal) => {
    // Node.js would warn of a negative timer, and the time until a deadline may run out before this call.
    await delay(Math.max(ms, 0), undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
};
