import type { RequestKind } from '../../../contract/agent-requests.ts';
import { and, type Database, gt, not, sql } from '../../platform/database/database.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { agentRequest } from '../../tables/agent-requests.ts';

interface RequestLimits {
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
const unlimited = Number.POSITIVE_INFINITY;
const logs = ['log', 'follow_log'] as const;

const defaults = { awaitedSeconds: minutes(1), keptSeconds: minutes(10), maxOfNode: 20, maxOfExecutor: 50 };

/** Where a kind differs from the defaults. */
const exceptions: Readonly<Partial<Record<RequestKind, Partial<RequestLimits>>>> = {
  log: { countedWith: logs, maxOfExecutor: unlimited },
  follow_log: { awaitedSeconds: unwatchedSeconds, keptSeconds: unwatchedSeconds, countedWith: logs },
  explain: { awaitedSeconds: 10, maxOfNode: 1, maxOfExecutor: unlimited },
  chain: { awaitedSeconds: 30, keptSeconds: minutes(2), maxOfNode: 1, maxOfExecutor: unlimited },
};

export const limitsOf = (kind: RequestKind): RequestLimits => ({
  ...defaults,
  countedWith: [kind],
  ...exceptions[kind],
});

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
