import type { LifecycleTable } from '../../../bitcoin/clients/lifecycle.ts';
import type { Clock } from '../../../timing/clock.ts';
import { type PeriodicTask, runPeriodically, type TaskSurroundings } from '../../../timing/periodic-task.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { Measures } from '../monitoring/measures.ts';
import type { Sealing } from '../sealing.ts';
import { type Fence, type Lease, LeaseLost } from './lease.ts';

/** A job of one replica at a time. The next holder of the lease runs it at once, which may be early. */
export interface ReplicaJob extends Omit<PeriodicTask, 'run'> {
  run(signal: AbortSignal, fence: Fence): Promise<void>;
}

export interface JobDeps {
  database: Database;
  secret: Sealing;
  settings: ControlPlaneSettings;
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  /** This process's webhook deliveries. */
  deliveries: { wake(): void };
  lifecycle: { table: LifecycleTable; reload(): Promise<void> };
}

export const runOnOneReplica = (
  { run, ...job }: ReplicaJob,
  { lease, ...surroundings }: TaskSurroundings & { lease: Lease },
): Promise<void> =>
  runPeriodically(
    {
      ...job,
      run: async (signal) => {
        await run(signal, lease.fence).catch((error: unknown) => {
          if (!(error instanceof LeaseLost)) throw error;
          surroundings.log.info(`did not ${job.what}: ${error.message}`);
        });
      },
    },
    { ...surroundings, mayRun: (signal) => lease.held(signal) },
  );

/** Works on items one after another: a failure of one does not block others. */
export async function eachApart<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    if (signal.aborted) return;
    await work(item).catch((error: unknown) => {
      if (error instanceof LeaseLost) throw error;
      failures.push(error);
    });
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
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
