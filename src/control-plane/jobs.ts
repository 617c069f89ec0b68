import type { Logger } from 'pino';
import type { Clock } from '../timing/clock.ts';
import { runPeriodically } from '../timing/periodic-task.ts';
import { type KeyUse, keyUseJob } from './accounts/key-use.ts';
import type { Bus } from './bus/bus.ts';
import type { Database } from './database/database.ts';
import { retentionJob } from './events/retention.ts';
import { offlineJob } from './executors/mark-offline.ts';
import { incidentRetentionJob, rulesJob } from './incidents/rules-job.ts';
import type { Lease } from './jobs/lease.ts';
import { runOnOneReplica } from './jobs/run-on-one-replica.ts';
import { logSessionExpiryJob } from './logs/session-expiry.ts';
import { historyRetentionJob } from './metrics/retention.ts';
import { sampleExecutorsJob } from './metrics/sample-executors.ts';
import { measuredJob } from './monitoring/measured-job.ts';
import type { Measures } from './monitoring/measures.ts';
import { rotationJob } from './nodes/rpc-credentials/rotation-job.ts';
import { peopleCleanUpJob } from './people/clean-up.ts';
import { upgradeTimeOutJob } from './releases/time-out-upgrades.ts';
import { rolloutJob } from './rollouts/rollout-job.ts';
import { rpcCallExpiryJob } from './rpc-calls/call-expiry.ts';
import type { ControlPlaneSettings } from './settings.ts';
import type { WebhookDeps } from './webhooks/resolvers.ts';
import { deliveryRetentionJob, deliverySweepJob } from './webhooks/sweep.ts';

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
    logSessionExpiryJob(database),
    rpcCallExpiryJob(database),
    upgradeTimeOutJob(database),
    rolloutJob({ database, bus, clock, upgradeDeadlineMinutes: settings.upgradeDeadlineMinutes }),
    rotationJob(database),
    peopleCleanUpJob(database),
    rulesJob({ database, publicUrl: settings.publicUrl, deliveries }),
    incidentRetentionJob(database, settings),
    deliverySweepJob(database, deliveries.queue),
    deliveryRetentionJob(database, settings),
  ];
  // Each replica knows its own stalls and its own callers only.
  const onEveryReplica = [offlineJob({ database, settings, clock, lease }), keyUseJob(database, keyUse)];
  await Promise.all([
    lease.keep(signal),
    ...onOneReplica.map((job) => runOnOneReplica(measuredJob(job, measures), { lease, clock, log, signal })),
    ...onEveryReplica.map((job) => runPeriodically(measuredJob(job, measures), { clock, log, signal })),
  ]);
}
