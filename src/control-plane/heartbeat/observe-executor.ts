import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import { domainError } from '../api/errors.ts';
import type { Database } from '../database/database.ts';
import { executor, node } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record.ts';
import { nextRevision } from './revision.ts';
import type { TouchExecutor, TouchedExecutor } from './touch.ts';

export interface ObservedExecutor {
  id: string;
  revision: number;
  logRequests: NonNullable<TouchedExecutor['logRequests']>;
}

/** What writing down a heartbeat needs. */
export interface Observing {
  database: Database;
  touchExecutor: TouchExecutor;
}

/**
 * Writes down what a heartbeat says. One that says nothing new is a single statement, whatever the number of executors: it is what a
 * control plane does most. Throws `executor_name_in_use`.
 */
export async function observeExecutor(
  observing: Observing,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<ObservedExecutor> {
  const observe = () => observeOnce(observing, organizationId, input);
  // The second time finds what came between: the same agent's other first heartbeat, or the deletion of this executor.
  const observed = (await observe()) ?? (await observe());
  if (observed !== undefined) return observed;
  throw domainError(
    'executor_name_in_use',
    `another agent reports as ${input.name} right now; give this one another name (--name), or stop the other one`,
  );
}

async function observeOnce(
  { database, touchExecutor }: Observing,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<ObservedExecutor | undefined> {
  const digest = digestOf(input);
  const { name, instanceId } = input;
  const touched = await touchExecutor({ organizationId, name, instanceId, resources: JSON.stringify(input.resources) });
  const logRequests = touched?.logRequests ?? [];
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
