import type { RecoveryState } from '../../../contract/types.generated.ts';
import { type Database, hasKey, type SQL, sql } from '../../platform/database/database.ts';
import type { ShownRequest } from '../../tables/agent-requests.ts';
import { executor } from '../../tables/executors.ts';
import { isAwaited } from '../agent-requests/limits.ts';

interface Heartbeat {
  organizationId: string;
  name: string;
  instanceId: string;
  /** JSON; null if unchanged. */
  resources: string | null;
  heartbeatIntervalSeconds: number;
}

/** The executor before the heartbeat. */
export interface RecordedHeartbeat {
  id: string;
  revision: number;
  online: boolean;
  digest: string;
  requests: ShownRequest[];
  upgradeId: string | null;
  /** Of what its gateway should serve; null without an endpoint. */
  gatewayDigest: string | null;
  /** Set while the nodes that the agent holds await a takeover. */
  recovery: RecoveryState | null;
}

/** Returns undefined if no executor has this name, or another live agent holds it. */
export type RecordHeartbeat = (heartbeat: Heartbeat) => Promise<RecordedHeartbeat | undefined>;

/** A heartbeat without news, which names the digest of the last full report. */
export type RepeatedHeartbeat = Heartbeat & { digest: string };

/** Returns undefined unless this agent holds the executor, it is online, and this digest is stored. */
export type RepeatHeartbeat = (heartbeat: RepeatedHeartbeat) => Promise<RecordedHeartbeat | undefined>;

/** Does not claim an offline executor: that requires its row lock. */
export const prepareRecordHeartbeat = (database: Database): RecordHeartbeat =>
  prepare(
    database,
    'record_heartbeat',
    sql`(${executor.instanceId} = ${sql.placeholder('instanceId')} OR NOT ${executor.online})`,
  );

export const prepareRepeatHeartbeat = (database: Database): RepeatHeartbeat =>
  prepare(
    database,
    'repeat_heartbeat',
    sql`${executor.instanceId} = ${sql.placeholder('instanceId')} AND ${executor.online}
      AND ${executor.observedDigest} = ${sql.placeholder('digest')}`,
  );

/** Prepared, so that each connection plans it once. */
function prepare(database: Database, name: string, condition: SQL) {
  const statement = database
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
    .returning(recorded)
    .prepare(name);
  return async (heartbeat: Heartbeat) => (await statement.execute({ ...heartbeat }))[0];
}

export const recorded = {
  id: executor.id,
  revision: executor.desiredRevision,
  online: executor.online,
  digest: executor.observedDigest,
  recovery: executor.recovery,
  gatewayDigest: executor.gatewayDigest,
  requests: sql<ShownRequest[]>`(
    SELECT coalesce(json_agg(json_build_object('id', id, 'nodeId', node_id, 'kind', kind, 'args', args, 'status', status)), '[]') FROM agent_request
    WHERE organization_id = executor.organization_id AND executor_id = executor.id AND ${isAwaited})`,
  upgradeId: sql<string | null>`(SELECT id FROM executor_upgrade
    WHERE organization_id = executor.organization_id AND executor_id = executor.id AND ended_at IS NULL)`,
  // Durability is not needed: after a crash of the database, the next heartbeat repeats it.
  asynchronousCommit: sql<string>`set_config('synchronous_commit', 'off', true)`,
};

/** Returns undefined for each heartbeat that was skipped. */
export type RepeatHeartbeats = (heartbeats: readonly RepeatedHeartbeat[]) => Promise<(RecordedHeartbeat | undefined)[]>;

/** The hot path: one statement. Skips repeats, locked rows and mismatches, so that none delays the others. */
export function prepareRepeatHeartbeats(database: Database): RepeatHeartbeats {
  // Hides the lists from the planner, which would otherwise plan every call again.
  const list = (name: string) => sql`(SELECT ${sql.placeholder(name)}::text[])`;
  const fitting = sql`(
    SELECT ${executor.organizationId}, ${executor.id} AS executor_id, reported.position::int AS position, reported.resources, reported.interval::int AS seconds
    FROM unnest(${list('organizationIds')}, ${list('names')}, ${list('instanceIds')}, ${list('digests')}, ${list('resources')},
      ${list('intervals')}) WITH ORDINALITY AS reported (organization_id, name, instance_id, digest, resources, interval, position)
    JOIN ${executor} ON ${executor.organizationId} = reported.organization_id AND ${executor.name} = reported.name
    WHERE ${executor.instanceId} = reported.instance_id AND ${executor.online}
      AND ${executor.observedDigest} = reported.digest
    FOR NO KEY UPDATE OF executor SKIP LOCKED) AS fitting`;
  const statement = database
    .update(executor)
    .set({
      lastSeenAt: sql`now()`,
      heartbeatIntervalSeconds: sql`fitting.seconds`,
      resources: sql`coalesce(fitting.resources::jsonb, ${executor.resources})`,
    })
    .from(fitting)
    .where(hasKey(executor, sql`fitting.organization_id`, sql`fitting.executor_id`))
    .returning({ ...recorded, position: sql<number>`fitting.position` })
    .prepare('repeat_heartbeats');
  return async (heartbeats) => {
    const rows = await statement.execute({
      organizationIds: heartbeats.map(({ organizationId }) => organizationId),
      names: heartbeats.map(({ name }) => name),
      instanceIds: heartbeats.map(({ instanceId }) => instanceId),
      digests: heartbeats.map(({ digest }) => digest),
      resources: heartbeats.map(({ resources }) => resources),
      intervals: heartbeats.map(({ heartbeatIntervalSeconds }) => heartbeatIntervalSeconds),
    });
    const byPosition = new Map(rows.map(({ position, ...row }) => [position, row]));
    return heartbeats.map((_heartbeat, index) => byPosition.get(index + 1));
  };
}
