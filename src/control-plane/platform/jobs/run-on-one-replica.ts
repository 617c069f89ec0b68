import type { Logger } from 'pino';
import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import type { Clock } from '../../../timing/clock.ts';
import type { Notify } from '../../../timing/notify.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { Measures } from '../monitoring/measures.ts';
import { type Fence, type Lease, LeaseLost } from './lease.ts';

/**
 * A job that one of the replicas repeats. The next holder of the lease runs it at once, so a run must tolerate coming
 * early.
 */
export interface ReplicaJob {
  what: string;
  everySeconds: number;
  wokenBy?: Notify;
  run(signal: AbortSignal, fence: Fence): Promise<void>;
}

/** Dependencies of the features' jobs. */
export interface JobDeps {
  database: Database;
  settings: ControlPlaneSettings;
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  /** This process's webhook deliveries. */
  deliveries: { wake(): void };
  /** The lifecycle of client versions. */
  lifecycle: { table: LifecycleTable; reload(): Promise<void> };
}

interface Surroundings {
  lease: Lease;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

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

export const measuredJob = <Rest extends unknown[], Job extends { what: string; run(...rest: Rest): Promise<void> }>(
  job: Job,
  measures: Measures,
): Job => ({
  ...job,
  run: async (...rest: Rest) => {
    let succeeded = false;
    try {
      await job.run(...rest);
      succeeded = true;
    } finally {
      measures.jobRun({ job: job.what, succeeded });
    }
  },
});
