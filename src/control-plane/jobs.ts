import type { Logger } from 'pino';
import type { Clock } from '../timing/clock.ts';
import { runPeriodically } from '../timing/periodic-task.ts';
import { requestExpiryJob } from './agents/agent-requests/limits.ts';
import { alertRetentionJob, rulesJob } from './alerts/incidents/run-rules.ts';
import type { WebhookDeps } from './alerts/webhooks/resolvers.ts';
import { offlineJob } from './fleet/executors/mark-offline.ts';
import { upgradeTimeOutJob } from './fleet/releases/end-upgrades.ts';
import { rolloutJob } from './fleet/rollouts/advance-rollout.ts';
import { retentionJob } from './history/events/retention.ts';
import { historyRetentionJob } from './history/metrics/retention.ts';
import { sampleExecutorsJob } from './history/metrics/sample-executors.ts';
import { rotationJob } from './nodes/rpc-credentials/rotation-job.ts';
import { type KeyUse, keyUseJob } from './people/accounts/key-use.ts';
import { peopleCleanUpJob } from './people/sign-in/clean-up.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Database } from './platform/database/database.ts';
import type { Lease } from './platform/jobs/lease.ts';
import { runOnOneReplica } from './platform/jobs/run-on-one-replica.ts';
import { measuredJob } from './platform/monitoring/measured-job.ts';
import type { Measures } from './platform/monitoring/measures.ts';
import type { ControlPlaneSettings } from './settings.ts';

export interface JobDeps {
  database: Database;
  settings: ControlPlaneSettings;
  bus: Bus;
  keyUse: KeyUse;
  lease: Lease;
  measures: Measures;
  clock: Clock;
  log: Logger;
  deliveries: WebhookDeps['deliveries'];
}

/** Runs the jobs that a serving control plane repeats, until `signal` aborts. */
export async function runJobs(
  { database, settings, bus, keyUse, lease, measures, clock, log, deliveries }: JobDeps,
  signal: AbortSignal,
): Promise<void> {
  const onOneReplica = [
    retentionJob(database, settings),
    historyRetentionJob(database, settings),
    sampleExecutorsJob(database, settings),
    requestExpiryJob(database),
    upgradeTimeOutJob(database),
    rolloutJob({ database, bus, clock, upgradeDeadlineMinutes: settings.upgradeDeadlineMinutes }),
    rotationJob(database),
    peopleCleanUpJob(database),
    rulesJob(database, settings, deliveries),
    alertRetentionJob(database, settings),
  ];
  // Each replica knows its own stalls and its own callers only.
  const onEveryReplica = [offlineJob(database, settings, { clock, lease }), keyUseJob(database, keyUse)];
  await Promise.all([
    lease.keep(signal),
    ...onOneReplica.map((job) => runOnOneReplica(measuredJob(job, measures), { lease, clock, log, signal })),
    ...onEveryReplica.map((job) => runPeriodically(measuredJob(job, measures), { clock, log, signal })),
  ]);
}
