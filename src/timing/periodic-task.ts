import type { Logger } from 'pino';
import type { Clock, Notify } from './clock.ts';

export interface PeriodicTask {
  /** Completes the sentence «could not …» when it fails. */
  what: string;
  everySeconds: number;
  /** Starts the next run early. */
  wokenBy?: Notify;
  run(signal: AbortSignal): Promise<void>;
}

export interface TaskSurroundings {
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  /** Each run waits for it. */
  mayRun?(signal: AbortSignal): Promise<void>;
}

/** Repeats a task until `signal` aborts. Logs a failed run and keeps the interval. */
export async function runPeriodically(
  { what, everySeconds, wokenBy, run }: PeriodicTask,
  { clock, log, signal, mayRun = async () => undefined }: TaskSurroundings,
): Promise<void> {
  for (await mayRun(signal); !signal.aborted; await mayRun(signal)) {
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `could not ${what}`);
    }
    const pauseMs = everySeconds * 1000;
    await (wokenBy?.wait(pauseMs, signal) ?? clock.sleep(pauseMs, signal));
  }
}
