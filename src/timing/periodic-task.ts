import type { Logger } from 'pino';
import type { Clock } from './clock.ts';

export interface PeriodicTask {
  /** Completes the sentence «could not …» when it fails. */
  what: string;
  everySeconds: number;
  firstAfterSeconds?: number;
  run(signal: AbortSignal): Promise<void>;
}

/** Repeats a task until `signal` aborts. Logs a failed run and keeps the interval. */
export async function runPeriodically(
  { what, everySeconds, firstAfterSeconds = 0, run }: PeriodicTask,
  { clock, log, signal }: { clock: Clock; log: Logger; signal: AbortSignal },
): Promise<void> {
  const wait = (seconds: number) => clock.sleep(seconds * 1000, signal);
  for (await wait(firstAfterSeconds); !signal.aborted; await wait(everySeconds)) {
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `could not ${what}`);
    }
  }
}
