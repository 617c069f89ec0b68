import type { Clock } from '../timing/clock.ts';
import type { PeriodicTask } from '../timing/periodic-task.ts';
import type { Database } from './database/database.ts';
import { retentionJob } from './events/retention.ts';
import { offlineJob } from './executors/mark-offline.ts';
import { logSessionExpiryJob } from './logs/session-expiry.ts';
import type { ControlPlaneSettings } from './settings.ts';

/** The jobs that a serving control plane repeats. */
export const controlPlaneJobs = (database: Database, settings: ControlPlaneSettings, clock: Clock): PeriodicTask[] => [
  offlineJob(database, settings, clock),
  retentionJob(database, settings),
  logSessionExpiryJob(database),
];
