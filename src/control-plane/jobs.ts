import type { Logger } from 'pino';
import { type PeriodicTask, runPeriodically } from '../timing/periodic-task.ts';
import { buildJobs } from './features.ts';
import { offlineJob } from './fleet/executors/mark-offline.ts';
import { type KeyUse, keyUseJob } from './people/accounts/key-use.ts';
import type { Lease } from './platform/jobs/lease.ts';
import { type JobDeps, measuredJob, runOnOneReplica } from './platform/jobs/run-on-one-replica.ts';
import type { Measures } from './platform/monitoring/measures.ts';

interface RunJobsDeps extends JobDeps {
  keyUse: KeyUse;
  lease: Lease;
  outbox: PeriodicTask;
  measures: Measures;
  log: Logger;
}

/** Runs the jobs that a serving control plane repeats, until `signal` aborts. */
export async function runJobs(deps: RunJobsDeps, signal: AbortSignal): Promise<void> {
  const { database, settings, keyUse, lease, measures, clock, log, lifecycle, outbox } = deps;
  // Each replica knows only its own stalls and callers.
  const onEveryReplica = [
    offlineJob(database, settings, { clock, lease }),
    keyUseJob(database, keyUse),
    outbox,
    { what: 'read the lifecycle table', everySeconds: 30, run: () => lifecycle.reload() },
  ];
  await Promise.all([
    lease.keep(signal),
    ...buildJobs(deps).map((job) => runOnOneReplica(measuredJob(job, measures), { lease, clock, log, signal })),
    ...onEveryReplica.map((job) => runPeriodically(measuredJob(job, measures), { clock, log, signal })),
  ]);
}
