import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';
import { isFresh } from '../logs/fresh.ts';

/** What a heartbeat says of its executor each time. */
export interface Touch {
  organizationId: string;
  name: string;
  instanceId: string;
  /** JSON. */
  resources: string;
}

export interface TouchedExecutor {
  id: string;
  revision: number;
  online: boolean;
  digest: string;
  /** Log sessions that wait for this executor. */
  logRequests: { sessionId: string; nodeId: string; tail: number }[] | null;
}

/** Undefined when there is no executor of this name, or when another living agent has it. */
export type TouchExecutor = (touch: Touch) => Promise<TouchedExecutor | undefined>;

/**
 * What a control plane does most: one statement, which the database plans once for each connection. An executor that was offline stays
 * so until the event that tells of its return is written too.
 */
export function prepareTouch(database: Database): TouchExecutor {
  const statement = database
    .update(executor)
    .set({
      lastSeenAt: sql`now()`,
      instanceId: sql`${sql.placeholder('instanceId')}`,
      resources: sql`${sql.placeholder('resources')}::jsonb`,
    })
    .where(
      sql`${executor.organizationId} = ${sql.placeholder('organizationId')} AND ${executor.name} = ${sql.placeholder('name')}
        AND (${executor.instanceId} = ${sql.placeholder('instanceId')} OR NOT ${executor.online})`,
    )
    .returning({
      id: executor.id,
      revision: executor.desiredRevision,
      online: executor.online,
      digest: executor.observedDigest,
      logRequests: sql<TouchedExecutor['logRequests']>`(
        SELECT json_agg(json_build_object('sessionId', id, 'nodeId', node_id, 'tail', tail)) FROM log_session
        WHERE executor_id = executor.id AND status = 'pending' AND ${isFresh})`,
      // Need not survive a crash of the database: the next heartbeat says the same again.
      unhurried: sql<string>`set_config('synchronous_commit', 'off', true)`,
    })
    .prepare('touch_executor');
  return async (touch) => (await statement.execute({ ...touch }))[0];
}
