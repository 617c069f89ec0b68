import type { Database } from '../database/database.ts';
import { and, eq, gt, not, or, sql } from '../database/drizzle.ts';
import type { ReplicaJob } from '../jobs/run-on-one-replica.ts';
import { logSession } from './table.ts';

/** The condition that a log session is recent enough for someone to wait for it, or that someone watches it. */
export const notExpired = sql`(${or(
  and(eq(logSession.follow, false), gt(logSession.createdAt, sql`now() - interval '10 minutes'`)),
  and(
    eq(logSession.follow, true),
    gt(logSession.watchedAt, sql`now() - interval '30 seconds'`),
    gt(logSession.createdAt, sql`now() - interval '12 hours'`),
  ),
)})`;

/** Deletes expired log sessions every minute: each may hold a MiB, and a followed one a few. */
export const logSessionExpiryJob = (database: Database): ReplicaJob => ({
  what: 'delete expired log sessions',
  everySeconds: 60,
  run: async () => {
    await database.delete(logSession).where(not(notExpired));
  },
});
