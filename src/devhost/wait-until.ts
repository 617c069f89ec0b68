import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Milliseconds after which the wait ends with false. */
  within: number;
  /** Milliseconds between two looks; 50 when left out. */
  every?: number;
  signal?: AbortSignal;
}

/** Looks again and again until `condition` holds (true) or the time is over (false). */
export async function waitUntil(condition: () => Promise<boolean> | boolean, options: WaitOptions): Promise<boolean> {
  const deadline = performance.now() + options.within;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await delay(options.every ?? 50, undefined, { signal: options.signal });
  }
  return true;
}
