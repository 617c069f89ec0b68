import type { Database } from '../database/database.ts';
import { type SQL, sql } from '../database/drizzle.ts';
import { executor } from '../executors/table.ts';
import { isAwaited } from '../explanations/request.ts';
import { notExpired } from '../logs/session-expiry.ts';
import { isAwaited as isCallAwaited } from '../rpc-calls/call-expiry.ts';

/** What every heartbeat brings. */
export interface Heartbeat {
  organizationId: string;
  name: string;
  instanceId: string;
  /** JSON; null where they are as the agent said before. */
  resources: string | null;
  /** What the answer tells the agent. */
  heartbeatIntervalSeconds: number;
}

/** The executor as it was before the heartbeat. */
export interface RecordedHeartbeat {
  id: string;
  revision: number;
  online: boolean;
  digest: string;
  /** Log sessions that wait for this executor. */
  logRequests:
    | {
        sessionId: string;
        nodeId: string;
        tail: number;
        since: string | null;
        follow: boolean;
        nextChunk: number;
        position: string | null;
      }[]
    | null;
  /** Ids of nodes that people want explained. */
  explainRequests: string[] | null;
  /** Calls of nodes' RPC that people want made. */
  rpcRequests: { callId: string; nodeId: string; method: string; params: string[] }[] | null;
  /** The upgrade that is under way. */
  upgradeId: string | null;
}

/** Returns undefined when there is no executor of this name, or when another live agent has it. */
export type RecordHeartbeat = (heartbeat: Heartbeat) => Promise<RecordedHeartbeat | undefined>;

/** A heartbeat that says nothing new: it names the digest of what the agent observes. */
export type RepeatedHeartbeat = Heartbeat & { digest: string };

/** Returns undefined unless this agent has the executor, which is online, and exactly this digest is stored of what it observes. */
export type RepeatHeartbeat = (heartbeat: RepeatedHeartbeat) => Promise<RecordedHeartbeat | undefined>;

/**
 * One prepared statement, which the database plans once for each connection. Does not say who has an executor that is offline: several
 * agents may ask at once, and that is decided under the lock of its row, together with `online` and its event.
 */
export function prepareRecordHeartbeat(database: Database): RecordHeartbeat {
  const statement = recording(
    database,
    sql`(${executor.instanceId} = ${sql.placeholder('instanceId')} OR NOT ${executor.online})`,
  ).prepare('record_heartbeat');
  return async (heartbeat) => (await statement.execute({ ...heartbeat }))[0];
}

/** The same for a heartbeat that says nothing new. */
export function prepareRepeatHeartbeat(database: Database): RepeatHeartbeat {
  const statement = recording(
    database,
    sql`${executor.instanceId} = ${sql.placeholder('instanceId')} AND ${executor.online}
      AND ${executor.observedDigest} = ${sql.placeholder('digest')}`,
  ).prepare('repeat_heartbeat');
  return async (heartbeat) => (await statement.execute({ ...heartbeat }))[0];
}

const recording = (database: Database, condition: SQL) =>
  database
    .update(executor)
    .set({
      lastSeenAt: sql`now()`,
      heartbeatIntervalSeconds: sql`${sql.placeholder('heartbeatIntervalSeconds')}::int`,
      resources: sql`coalesce(${sql.placeholder('resources')}::jsonb, ${executor.resources})`,
    })
    .where(
      sql`${executor.organizationId} = ${sql.placeholder('organizationId')} AND ${executor.name} = ${sql.placeholder('name')}
        AND ${condition}`,
    )
    .returning(recorded);

/** What a statement that records heartbeats returns of each. */
export const recorded = {
  id: executor.id,
  revision: executor.desiredRevision,
  online: executor.online,
  digest: executor.observedDigest,
  logRequests: sql<RecordedHeartbeat['logRequests']>`(
    SELECT json_agg(json_build_object('sessionId', id, 'nodeId', node_id, 'tail', tail, 'since', since, 'follow', follow,
      'nextChunk', next_chunk, 'position', position)) FROM log_session
    WHERE executor_id = executor.id AND status IN ('pending', 'following') AND ${notExpired})`,
  explainRequests: sql<RecordedHeartbeat['explainRequests']>`(
    SELECT json_agg(node_id) FROM node_explanation WHERE executor_id = executor.id AND ${isAwaited})`,
  rpcRequests: sql<RecordedHeartbeat['rpcRequests']>`(
    SELECT json_agg(json_build_object('callId', id, 'nodeId', node_id, 'method', method, 'params', params)) FROM node_rpc_call
    WHERE executor_id = executor.id AND ${isCallAwaited})`,
  upgradeId: sql<string | null>`(SELECT id FROM executor_upgrade WHERE executor_id = executor.id AND ended_at IS NULL)`,
  // Need not survive a crash of the database: the next heartbeat says the same again.
  asynchronousCommit: sql<string>`set_config('synchronous_commit', 'off', true)`,
};
