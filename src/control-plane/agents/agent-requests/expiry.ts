import type { Database } from '../../platform/database/database.ts';
import { and, gt, not, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { agentRequest } from '../../tables/agent-requests.ts';

export const notExpired = gt(agentRequest.expiresAt, sql`now()`);

/** The condition that heartbeats carry a request. */
export const isAwaited = and(
  // Written out, for the partial index: a prepared statement does not know the value of a parameter.
  sql`${agentRequest.status} = 'pending'`,
  gt(agentRequest.awaitedUntil, sql`now()`),
);

/** Deletes expired requests every minute: each answer may hold a MiB, and a followed log a few. */
export const requestExpiryJob = (database: Database): ReplicaJob => ({
  what: 'delete expired agent requests',
  everySeconds: 60,
  run: async () => {
    await database.delete(agentRequest).where(not(notExpired));
  },
});
