import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record-events.ts';
import { nextRevision } from '../executors/desired-revision.ts';
import { requireRoomForExecutor } from '../executors/executor-limit.ts';
import { executor } from '../executors/table.ts';
import { domainError } from '../input/errors.ts';
import { observeNodes, removeDeletedNodes } from './observe-nodes.ts';
import type { RecordedHeartbeat, RecordHeartbeat } from './record-heartbeat.ts';

export interface ObservedExecutor {
  id: string;
  revision: number;
  logRequests: NonNullable<RecordedHeartbeat['logRequests']>;
}

export interface ObserveDeps {
  database: Database;
  recordHeartbeat: RecordHeartbeat;
}

/**
 * Stores what a heartbeat reports. A heartbeat that reports nothing new costs a single statement, whatever the number of executors. Throws
 * `executor_name_in_use` and `limit_reached`.
 */
export async function observeExecutor(
  deps: ObserveDeps,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<ObservedExecutor> {
  const observe = () => observeOnce(deps, organizationId, input);
  // The second try sees what came between: another first heartbeat of the same agent, or the deletion of this executor.
  const observed = (await observe()) ?? (await observe());
  if (observed !== undefined) return observed;
  throw domainError(
    'executor_name_in_use',
    `another agent reports as ${input.name} right now; give this one another name (--name), or stop the other one`,
  );
}

async function observeOnce(
  { database, recordHeartbeat }: ObserveDeps,
  organizationId: string,
  input: SyncExecutorInput,
): Promise<ObservedExecutor | undefined> {
  const digest = digestOf(input);
  const { name, instanceId } = input;
  const recorded = await recordHeartbeat({
    organizationId,
    name,
    instanceId,
    resources: JSON.stringify(input.resources),
  });
  const logRequests = recorded?.logRequests ?? [];
  if (recorded?.online && recorded.digest === digest) {
    return { id: recorded.id, revision: recorded.revision, logRequests };
  }
  const described = {
    kind: input.kind,
    version: input.version,
    channel: input.channel,
    capabilities: input.capabilities,
    orphans: [...(input.orphans ?? [])],
    observedDigest: digest,
    online: true,
  };
  const stored = await transact(database, (transaction) =>
    recorded === undefined
      ? register(transaction, organizationId, input, described)
      : update(transaction, recorded.id, input, described),
  );
  return stored && { ...stored, logRequests };
}

type Described = Pick<
  typeof executor.$inferInsert,
  'kind' | 'version' | 'channel' | 'capabilities' | 'orphans' | 'observedDigest' | 'online'
>;
type StoredExecutor = Pick<ObservedExecutor, 'id' | 'revision'>;

/** Returns undefined when the executor was deleted since its heartbeat was recorded. */
async function update(
  transaction: Database,
  id: string,
  input: SyncExecutorInput,
  described: Described,
): Promise<StoredExecutor | undefined> {
  const [before] = await transaction
    .select({ organizationId: executor.organizationId, online: executor.online })
    .from(executor)
    .where(eq(executor.id, id))
    .for('update');
  if (before === undefined) return undefined;
  await observeNodes(transaction, id, input.nodes);
  const removed = await removeDeletedNodes(transaction, id, input.nodes);
  const [after] = await transaction
    .update(executor)
    .set({ ...described, ...(removed ? { desiredRevision: nextRevision } : {}) })
    .where(eq(executor.id, id))
    .returning({ revision: executor.desiredRevision });
  if (!before.online) {
    await recordEvents(transaction, before.organizationId, [
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

/** Returns undefined when the name is taken. Throws `limit_reached`. */
async function register(
  transaction: Database,
  organizationId: string,
  input: SyncExecutorInput,
  described: Described,
): Promise<StoredExecutor | undefined> {
  const { name, instanceId, resources } = input;
  await requireRoomForExecutor(transaction, organizationId);
  const [registered] = await transaction
    .insert(executor)
    .values({ ...described, organizationId, name, instanceId, resources, lastSeenAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: executor.id, revision: executor.desiredRevision });
  if (registered === undefined) return undefined;
  await recordEvents(transaction, organizationId, [
    { level: 'info', kind: 'executor.registered', message: `${name} registered itself.`, executorName: name },
  ]);
  return registered;
}

function digestOf({ kind, version, channel, capabilities, nodes, orphans }: SyncExecutorInput): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, version, channel, capabilities, nodes, orphans]))
    .digest('base64');
}
