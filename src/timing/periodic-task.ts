import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Chore {
  /** What could not be done, if it fails. */
  what: string;
  everySeconds: number;
  /** Default: at once. */
  firstAfterSeconds?: number;
  work(): Promise<void>;
}

/** Does a chore again and again until `signal` aborts. One that fails is tried again the next time. */
export async function repeat(
  { what, everySeconds, firstAfterSeconds = 0, work }: Chore,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const wait = (seconds: number) =>
    delay(seconds * 1000, undefined, { signal, ref: false }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  for (await wait(firstAfterSeconds); !signal.aborted; await wait(everySeconds)) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `could not ${what}`);
    }
  }
}
