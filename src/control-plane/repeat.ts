import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Does a chore again and again until `signal` aborts. One that fails is tried again the next time. */
export async function repeat(
  what: string,
  everySeconds: number,
  chore: () => Promise<void>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await chore();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `could not ${what}`);
    }
    await delay(everySeconds * 1000, undefined, { signal, ref: false }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
