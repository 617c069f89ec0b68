import type { RequestKind } from '../../../contract/agent-requests.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, gt, not, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { agentRequest } from '../../tables/agent-requests.ts';

interface RequestLimits {
  /** For error messages. */
  purpose: string;
  /** How long heartbeats carry the request. */
  awaitedSeconds: number;
  keptSeconds: number;
  /** Open requests of one node, including `countedWith`. Every heartbeat repeats them. */
  maxOfNode: number;
  countedWith: readonly RequestKind[];
  maxOfExecutor: number;
}

/** A followed log expires this long after its reader's last sign of life, and at the latest after `maxFollowHours`. */
export const unwatchedSeconds = 30;
export const maxFollowHours = 12;

const minutes = (count: number): number => count * 60;
const ofLogs = { purpose: 'read the log of', maxOfNode: 20, countedWith: ['log', 'follow_log'] } as const;

export const requestLimits: Readonly<Record<RequestKind, RequestLimits>> = {
  log: { ...ofLogs, awaitedSeconds: minutes(10), keptSeconds: minutes(10), maxOfExecutor: Number.POSITIVE_INFINITY },
  follow_log: { ...ofLogs, awaitedSeconds: unwatchedSeconds, keptSeconds: unwatchedSeconds, maxOfExecutor: 50 },
  explain: {
    purpose: 'explain',
    awaitedSeconds: 10,
    keptSeconds: minutes(10),
    maxOfNode: 1,
    countedWith: ['explain'],
    maxOfExecutor: Number.POSITIVE_INFINITY,
  },
  rpc: {
    purpose: 'call',
    awaitedSeconds: minutes(1),
    keptSeconds: minutes(10),
    maxOfNode: 20,
    countedWith: ['rpc'],
    maxOfExecutor: 50,
  },
  chain: {
    purpose: 'compare the chain of',
    awaitedSeconds: 30,
    keptSeconds: minutes(2),
    maxOfNode: 1,
    countedWith: ['chain'],
    maxOfExecutor: Number.POSITIVE_INFINITY,
  },
};

export const notExpired = gt(agentRequest.expiresAt, sql`now()`);

/** Whether heartbeats carry the request. */
export const isAwaited = and(
  // Inlined for the partial index: a prepared statement does not know the value of a parameter.
  sql`${agentRequest.status} = 'pending'`,
  gt(agentRequest.awaitedUntil, sql`now()`),
);

/** Every minute: an answer may hold 1 MiB, a followed log several. */
export const requestExpiryJob = (database: Database): ReplicaJob => ({
  what: 'delete expired agent requests',
  everySeconds: 60,
  run: async () => {
    await database.delete(agentRequest).where(not(notExpired));
  },
});
