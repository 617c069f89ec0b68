import type { Logger } from 'pino';
import type { Clock } from '../../../timing/clock.ts';
import type { Notify } from '../../../timing/notify.ts';
import { type Fence, type Lease, LeaseLost } from './lease.ts';

/** A job that one of the replicas repeats. The next holder of the lease begins with a run at once, so a run must bear to come early. */
export interface ReplicaJob {
  /** Completes the sentence «could not …» when it fails. */
  what: string;
  everySeconds: number;
  /** Brings the next run early. */
  wokenBy?: Notify;
  run(signal: AbortSignal, fence: Fence): Promise<void>;
}

interface Surroundings {
  lease: Lease;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

/** Repeats a job, while this replica holds the lease, until `signal` aborts. A run that fails is logged, and the next one comes at its time. */
export async function runOnOneReplica(
  { what, everySeconds, wokenBy, run }: ReplicaJob,
  { lease, clock, log, signal }: Surroundings,
): Promise<void> {
  for (await lease.held(signal); !signal.aborted; await lease.held(signal)) {
    try {
      await run(signal, lease.fence);
    } catch (error) {
      if (error instanceof LeaseLost) log.info(`did not ${what}: ${error.message}`);
      else if (!signal.aborted) log.error({ err: error }, `could not ${what}`);
    }
    const pauseMs = everySeconds * 1000;
    await (wokenBy?.wait(pauseMs, signal) ?? clock.sleep(pauseMs, signal));
  }
}
