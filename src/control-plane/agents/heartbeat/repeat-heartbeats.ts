import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { executor } from '../../tables/executors.ts';
import { type RecordedHeartbeat, type RepeatedHeartbeat, recorded } from './record-heartbeat.ts';

/** Records many heartbeats that say nothing new. Returns in their order what there was before; undefined for each that was passed over. */
export type RepeatHeartbeats = (heartbeats: readonly RepeatedHeartbeat[]) => Promise<(RecordedHeartbeat | undefined)[]>;

/**
 * The hot path: one prepared statement for many heartbeats. It passes over those that do not fit what is stored, a second one of the same
 * executor, and an executor that another transaction has locked: one must not make the others wait, nor deadlock with another statement.
 */
export function prepareRepeatHeartbeats(database: Database): RepeatHeartbeats {
  // Hidden from the planner, which would plan anew each time because a short list looks cheaper than any list.
  const list = (name: string) => sql`(SELECT ${sql.placeholder(name)}::text[])`;
  const fitting = sql`(
    SELECT ${executor.id} AS executor_id, reported.position::int AS position, reported.resources
    FROM unnest(${list('organizationIds')}, ${list('names')}, ${list('instanceIds')}, ${list('digests')}, ${list('resources')})
      WITH ORDINALITY AS reported (organization_id, name, instance_id, digest, resources, position)
    JOIN ${executor} ON ${executor.organizationId} = reported.organization_id AND ${executor.name} = reported.name
    WHERE ${executor.instanceId} = reported.instance_id AND ${executor.online}
      AND ${executor.observedDigest} = reported.digest
    FOR NO KEY UPDATE OF executor SKIP LOCKED) AS fitting`;
  const statement = database
    .update(executor)
    .set({
      lastSeenAt: sql`now()`,
      heartbeatIntervalSeconds: sql`${sql.placeholder('heartbeatIntervalSeconds')}::int`,
      resources: sql`coalesce(fitting.resources::jsonb, ${executor.resources})`,
    })
    .from(fitting)
    .where(eq(executor.id, sql`fitting.executor_id`))
    .returning({ ...recorded, position: sql<number>`fitting.position` })
    .prepare('repeat_heartbeats');
  return async (heartbeats) => {
    const rows = await statement.execute({
      organizationIds: heartbeats.map(({ organizationId }) => organizationId),
      names: heartbeats.map(({ name }) => name),
      instanceIds: heartbeats.map(({ instanceId }) => instanceId),
      digests: heartbeats.map(({ digest }) => digest),
      resources: heartbeats.map(({ resources }) => resources),
      // The same for all heartbeats of a server.
      heartbeatIntervalSeconds: heartbeats[0]?.heartbeatIntervalSeconds,
    });
    const byPosition = new Map(rows.map(({ position, ...row }) => [position, row]));
    return heartbeats.map((_heartbeat, index) => byPosition.get(index + 1));
  };
}
