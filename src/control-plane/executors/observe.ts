import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { domainError } from '../api/errors.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { executor, node } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record.ts';
import type { SyncExecutorInput } from '../generated.ts';
import { isFresh } from '../logs/fresh.ts';
import { nextRevision } from './revision.ts';

export interface ObservedExecutor {
  id: string;
  revision: number;
  /** Log sessions that wait for this executor. */
  logRequests: { sessionId: string; nodeId: string; tail: number }[];
}

interface TouchedRow {
  id: string;
  revision: number;
  online: boolean;
  digest: string;
  log_requests: ObservedExecutor['logRequests'] | null;
}

/**
 * Writes down what a heartbeat says. One that says nothing new is a single statement, whatever the number of executors: it is what a
 * control plane does most. Throws `executor_name_in_use`.
 */
export async function observeExecutor(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<ObservedExecutor> {
  const observe = () => observeOnce(database, organizationId, input);
  // The second time finds what came between: the same agent's other first heartbeat, or the deletion of this executor.
  const observed = (await observe()) ?? (await observe());
  if (observed !== undefined) return observed;
  throw domainError(
    'executor_name_in_use',
    `another agent reports as ${input.name} right now; give this one another name (--name), or stop the other one`,
  );
}

async function observeOnce(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<ObservedExecutor | undefined> {
  const digest = digestOf(input);
  const touched = await touch(database, organizationId, input);
  const logRequests = touched?.log_requests ?? [];
  if (touched?.online && touched.digest === digest) return { id: touched.id, revision: touched.revision, logRequests };
  const described = {
    kind: input.kind,
    version: input.version,
    channel: input.channel,
    capabilities: input.capabilities,
    orphans: [...(input.orphans ?? [])],
    observedDigest: digest,
    online: true,
  };
  const written = await transact(database, (transaction) =>
    touched === undefined
      ? register(transaction, organizationId, input, described)
      : rewrite(transaction, touched.id, input, described),
  );
  return written && { ...written, logRequests };
}

/**
 * Undefined when there is no executor of this name, or when another living agent has it. One that was offline stays so until the event
 * that tells of its return is written too.
 */
async function touch(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<TouchedRow | undefined> {
  const result = await database.execute(sql`
    UPDATE executor SET last_seen_at = now(), instance_id = ${input.instanceId}, resources = ${JSON.stringify(input.resources)}::jsonb
    WHERE organization_id = ${organizationId} AND name = ${input.name} AND (instance_id = ${input.instanceId} OR NOT online)
    RETURNING id, desired_revision AS revision, online, observed_digest AS digest,
      (SELECT json_agg(json_build_object('sessionId', id, 'nodeId', node_id, 'tail', tail))
         FROM log_session WHERE executor_id = executor.id AND status = 'pending' AND ${isFresh}) AS log_requests`);
  return rowsOf<TouchedRow>(result)[0];
}

type Described = Pick<
  typeof executor.$inferInsert,
  'kind' | 'version' | 'channel' | 'capabilities' | 'orphans' | 'observedDigest' | 'online'
>;
type Written = Pick<ObservedExecutor, 'id' | 'revision'>;

/** Undefined when the executor was deleted meanwhile. */
async function rewrite(
  database: Database,
  id: string,
  input: SyncExecutorInput,
  described: Described,
): Promise<Written | undefined> {
  const [before] = await database
    .select({ organizationId: executor.organizationId, online: executor.online })
    .from(executor)
    .where(eq(executor.id, id))
    .for('update');
  if (before === undefined) return undefined;
  await observeNodes(database, id, input);
  const removed = await removeDeleted(database, id, input);
  const [after] = await database
    .update(executor)
    .set({ ...described, ...(removed ? { desiredRevision: nextRevision } : {}) })
    .where(eq(executor.id, id))
    .returning({ revision: executor.desiredRevision });
  if (!before.online) {
    await recordEvents(database, before.organizationId, [
      {
        level: 'info',
        kind: 'executor.online',
        message: `${input.name} is online again.`,
        executorName: input.name,
      },
    ]);
  }
  return after && { id, revision: after.revision };
}

/** Undefined when the name is taken. */
async function register(
  database: Database,
  organizationId: string,
  input: SyncExecutorInput,
  described: Described,
): Promise<Written | undefined> {
  const { name, instanceId, resources } = input;
  const [made] = await database
    .insert(executor)
    .values({ ...described, organizationId, name, instanceId, resources, lastSeenAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: executor.id, revision: executor.desiredRevision });
  if (made === undefined) return undefined;
  await recordEvents(database, organizationId, [
    { level: 'info', kind: 'executor.registered', message: `${name} registered itself.`, executorName: name },
  ]);
  return made;
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
