import { gt, not, sql } from 'drizzle-orm';
import type { PeriodicTask } from '../../timing/periodic-task.ts';
import type { Database } from '../database/database.ts';
import { logSession } from './table.ts';

/** The condition that a log session is recent enough for someone to wait for it. */
export const notExpired = gt(logSession.createdAt, sql`now() - interval '10 minutes'`);

/** Deletes expired log sessions every hour. */
export const logSessionExpiryJob = (database: Database): PeriodicTask => ({
  what: 'delete expired log sessions',
  everySeconds: 3600,
  run: async () => {
    await database.delete(logSession).where(not(notExpired));
  },
});
