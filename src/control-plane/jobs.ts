import type { Logger } from 'pino';
import type { Clock } from '../timing/clock.ts';
import { runPeriodically } from '../timing/periodic-task.ts';
import { requestExpiryJob } from './agents/agent-requests/expiry.ts';
import { incidentRetentionJob, rulesJob } from './alerts/incidents/rules-job.ts';
import type { WebhookDeps } from './alerts/webhooks/resolvers.ts';
import { deliveryRetentionJob } from './alerts/webhooks/retention.ts';
import { offlineJob } from './fleet/executors/mark-offline.ts';
import { upgradeTimeOutJob } from './fleet/releases/time-out-upgrades.ts';
import { rolloutJob } from './fleet/rollouts/rollout-job.ts';
import { retentionJob } from './history/events/retention.ts';
import { historyRetentionJob } from './history/metrics/retention.ts';
import { sampleExecutorsJob } from './history/metrics/sample-executors.ts';
import type { ClientLifecycle } from './nodes/client-lifecycle.ts';
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
  lifecycle: ClientLifecycle;
  deliveries: WebhookDeps['deliveries'];
}

/** Runs the jobs that a serving control plane repeats, until `signal` aborts. */
export async function runJobs(
  { database, settings, bus, keyUse, lease, measures, clock, log, lifecycle, deliveries }: JobDeps,
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
    rulesJob({ database, publicUrl: settings.publicUrl, lifecycle, deliveries }),
    incidentRetentionJob(database, settings),
    deliveryRetentionJob(database, settings),
  ];
  // Each replica knows its own stalls and its own callers only.
  const onEveryReplica = [
    offlineJob({ database, settings, clock, lease }),
    keyUseJob(database, keyUse),
    { what: 'read the lifecycle table', everySeconds: 30, run: () => lifecycle.reload() },
  ];
  await Promise.all([
    lease.keep(signal),
    ...onOneReplica.map((job) => runOnOneReplica(measuredJob(job, measures), { lease, clock, log, signal })),
    ...onEveryReplica.map((job) => runPeriodically(measuredJob(job, measures), { clock, log, signal })),
  ]);
}
