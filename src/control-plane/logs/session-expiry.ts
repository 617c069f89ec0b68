import { gt, not, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { ReplicaJob } from '../jobs/run-on-one-replica.ts';
import { logSession } from './table.ts';

/** The condition that a log session is recent enough for someone to wait for it. */
export const notExpired = gt(logSession.createdAt, sql`now() - interval '10 minutes'`);

/** Deletes expired log sessions every hour. */
export const logSessionExpiryJob = (database: Database): ReplicaJob => ({
  what: 'delete expired log sessions',
  everySeconds: 3600,
  run: async () => {
    await database.delete(logSession).where(not(notExpired));
  },
});
