import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Notify } from './notify.ts';

export interface PeriodicTask {
  /** Completes the sentence «could not …» when it fails. */
  what: string;
  /** From start to start. */
  everySeconds: number;
  /** A run that takes long is followed by a pause nine times as long, up to this. Default: `everySeconds`. */
  maxEverySeconds?: number;
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
  { what, everySeconds, maxEverySeconds = everySeconds, wokenBy, run }: PeriodicTask,
  { clock, log, signal, mayRun = async () => undefined }: TaskSurroundings,
): Promise<void> {
  for (await mayRun(signal); !signal.aborted; await mayRun(signal)) {
    const startedAt = clock.elapsed();
    try {
      await run(signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `could not ${what}`);
    }
    const tookMs = clock.elapsed() - startedAt;
    const pauseMs = Math.max(everySeconds * 1000 - tookMs, Math.min(9 * tookMs, maxEverySeconds * 1000));
    await (wokenBy?.wait(pauseMs, signal) ?? clock.sleep(pauseMs, signal));
  }
}
