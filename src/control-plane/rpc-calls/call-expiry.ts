import type { Database } from '../database/database.ts';
import { and, eq, gt, not, sql } from '../database/drizzle.ts';
import type { ReplicaJob } from '../jobs/run-on-one-replica.ts';
import { nodeRpcCall } from './table.ts';

/** The condition that a call is recent enough for someone to look at it. */
export const notExpired = gt(nodeRpcCall.createdAt, sql`now() - interval '10 minutes'`);

/** The condition that a call is still to be made. Nobody waits longer than a minute. */
export const isAwaited = and(
  eq(nodeRpcCall.status, 'pending'),
  gt(nodeRpcCall.createdAt, sql`now() - interval '1 minute'`),
);

/** Deletes expired calls every minute: each answer may hold a MiB. */
export const rpcCallExpiryJob = (database: Database): ReplicaJob => ({
  what: 'delete expired RPC calls',
  everySeconds: 60,
  run: async () => {
    await database.delete(nodeRpcCall).where(not(notExpired));
  },
});
