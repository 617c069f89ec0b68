import { setTimeout as delay } from 'node:timers/promises';

/** Time as a program sees it. Passed in, so that a test can run ten days in a few minutes. */
export interface Clock {
  /** Milliseconds since the Unix epoch, for timestamps. It may step back or far ahead. */
  now(): number;
  /** Milliseconds since an arbitrary moment, for durations. It never steps. */
  elapsed(): number;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts; it never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not by `performance`, which loads a part of Node that nothing else here needs.
  elapsed: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
};
