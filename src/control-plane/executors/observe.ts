import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { domainError } from '../api/errors.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { executor, node } from '../database/schema.ts';
import { recordEvents } from '../events/record.ts';
import type { SyncExecutorInput } from '../generated.ts';

export interface ObservedExecutor {
  id: string;
  revision: number;
  /** Log sessions that wait for this executor. */
  logRequests: { sessionId: string; nodeId: string; tail: number }[];
}

interface TouchedRow {
  id: string;
  revision: number;
  was_online: boolean;
  digest: string;
  log_requests: ObservedExecutor['logRequests'] | null;
}

/**
 * Writes down what a heartbeat says. One that says nothing new is a single statement, whatever the number of executors: it is what a
 * control plane does most.
 */
export async function observeExecutor(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
  offlineAfterSeconds: number,
): Promise<ObservedExecutor> {
  const digest = digestOf(input);
  const touched = await touch(database, organizationId, input, offlineAfterSeconds);
  if (touched?.was_online && touched.digest === digest) {
    return { id: touched.id, revision: touched.revision, logRequests: touched.log_requests ?? [] };
  }
  const revision = await database.transaction((transaction) =>
    rewrite(transaction as unknown as Database, organizationId, input, digest, touched),
  );
  return { ...revision, logRequests: touched?.log_requests ?? [] };
}

/** Undefined when there is no executor of this name, or when another living agent has it. */
async function touch(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
  offlineAfterSeconds: number,
): Promise<TouchedRow | undefined> {
  const result = await database.execute(sql`
    UPDATE executor SET last_seen_at = now(), online = true, instance_id = ${input.instanceId},
      resources = ${JSON.stringify(input.resources)}::jsonb
    FROM (
      SELECT id, online, observed_digest FROM executor
      WHERE organization_id = ${organizationId} AND name = ${input.name}
        AND (instance_id = ${input.instanceId} OR NOT online OR last_seen_at < now() - make_interval(secs => ${offlineAfterSeconds}::int))
      FOR UPDATE
    ) AS old
    WHERE executor.id = old.id
    RETURNING executor.id, executor.desired_revision AS revision, old.online AS was_online, old.observed_digest AS digest,
      (SELECT json_agg(json_build_object('sessionId', s.id, 'nodeId', s.node_id, 'tail', s.tail))
         FROM log_session s WHERE s.executor_id = executor.id AND s.status = 'pending') AS log_requests`);
  return rowsOf<TouchedRow>(result)[0];
}

async function rewrite(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
  digest: string,
  touched: TouchedRow | undefined,
): Promise<{ id: string; revision: number }> {
  const described = {
    kind: input.kind,
    version: input.version,
    channel: input.channel,
    capabilities: input.capabilities,
    orphans: [...(input.orphans ?? [])],
    observedDigest: digest,
  };
  const id = touched?.id ?? (await register(database, organizationId, input, described));
  if (touched !== undefined) await database.update(executor).set(described).where(eq(executor.id, id));
  if (touched === undefined || !touched.was_online) {
    await recordEvents(database, organizationId, [
      {
        level: 'info',
        kind: touched === undefined ? 'executor.registered' : 'executor.online',
        message: touched === undefined ? `${input.name} registered itself.` : `${input.name} is online again.`,
        executorName: input.name,
      },
    ]);
  }
  await observeNodes(database, id, input);
  const removed = await removeDeleted(database, id, input);
  const [row] = await database
    .update(executor)
    .set({ desiredRevision: removed ? sql`${executor.desiredRevision} + 1` : executor.desiredRevision })
    .where(eq(executor.id, id))
    .returning({ revision: executor.desiredRevision });
  return { id, revision: row?.revision ?? 1 };
}

async function register(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
  described: Pick<
    typeof executor.$inferInsert,
    'kind' | 'version' | 'channel' | 'capabilities' | 'orphans' | 'observedDigest'
  >,
): Promise<string> {
  const [made] = await database
    .insert(executor)
    .values({
      ...described,
      organizationId,
      name: input.name,
      instanceId: input.instanceId,
      resources: input.resources,
      lastSeenAt: new Date(),
      online: true,
    })
    .onConflictDoNothing()
    .returning({ id: executor.id });
  if (made !== undefined) return made.id;
  throw domainError(
    'executor_name_in_use',
    `another agent reports as ${input.name} right now; give this one another name (--name), or stop the other one`,
  );
}

async function observeNodes(database: Database, executorId: string, { nodes }: SyncExecutorInput): Promise<void> {
  if (nodes.length === 0) return;
  await database.execute(sql`
    UPDATE node SET observed = given.observed, observed_at = now()
    FROM (SELECT value ->> 'id' AS id, value AS observed FROM jsonb_array_elements(${JSON.stringify(nodes)}::jsonb)) AS given
    WHERE node.id::text = given.id AND node.executor_id = ${executorId}`);
}

/** A node that was to be deleted and of which the executor says that it is gone leaves the inventory. */
async function removeDeleted(database: Database, executorId: string, { nodes }: SyncExecutorInput): Promise<boolean> {
  const gone = nodes.filter(({ phase }) => phase === 'deleted').map(({ id }) => id);
  if (gone.length === 0) return false;
  const removed = await database
    .update(node)
    .set({ removedAt: new Date() })
    .where(
      and(
        eq(node.executorId, executorId),
        eq(node.desiredState, 'deleted'),
        isNull(node.removedAt),
        inArray(sql`${node.id}::text`, gone),
      ),
    )
    .returning({ id: node.id });
  return removed.length > 0;
}

function digestOf({ kind, version, channel, capabilities, nodes, orphans }: SyncExecutorInput): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, version, channel, capabilities, nodes, orphans]))
    .digest('base64');
}
