import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { eq, sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import { recordEvents } from '../events/record-events.ts';
import { nextRevision } from '../executors/desired-revision.ts';
import { completeDrain } from '../executors/drain-end.ts';
import { requireRoomForExecutor } from '../executors/executor-limit.ts';
import { executor } from '../executors/table.ts';
import { domainError } from '../input/errors.ts';
import { applyUpgradeReport } from '../releases/apply-report.ts';
import type { FullReport } from './check-sync.ts';
import { observeMoves } from './observe-moves.ts';
import { observeNodes, removeDeletedNodes } from './observe-nodes.ts';
import { observeReindexes } from './observe-reindexes.ts';
import type { RecordedHeartbeat, RecordHeartbeat } from './record-heartbeat.ts';

export interface ObservedExecutor {
  id: string;
  revision: number;
  /** What the agent may name in place of the same report; null when it must report again. */
  observedRevision: string | null;
  logRequests: NonNullable<RecordedHeartbeat['logRequests']>;
  explainRequests: string[];
  rpcRequests: NonNullable<RecordedHeartbeat['rpcRequests']>;
  /** The upgrade that is under way. */
  upgradeId: string | null;
}

export interface ObserveDeps {
  database: Database;
  recordHeartbeat: RecordHeartbeat;
  /** What the agent is told: it may be silent for that long. */
  heartbeatIntervalSeconds: number;
}

/** Why a heartbeat could not be stored; a second try may see something else. */
type Obstacle = 'name-taken' | 'executor-deleted';

/**
 * Stores what a heartbeat reports. A heartbeat that reports nothing new costs a single statement, whatever the number of executors. Throws
 * `executor_name_in_use` and `limit_reached`.
 */
export async function observeExecutor(
  deps: ObserveDeps,
  organizationId: string,
  input: FullReport,
): Promise<ObservedExecutor> {
  let timesTaken = 0;
  do {
    const observed = await observeOnce(deps, organizationId, input);
    if (typeof observed === 'object') return observed;
    timesTaken = observed === 'name-taken' ? timesTaken + 1 : 0;
    // A name that is taken once may have been taken by another first heartbeat of the same agent.
  } while (timesTaken < 2);
  throw domainError(
    'executor_name_in_use',
    `another agent reports as ${input.name} right now; give this one another name (--name), or stop the other one`,
  );
}

async function observeOnce(
  { database, recordHeartbeat, heartbeatIntervalSeconds }: ObserveDeps,
  organizationId: string,
  input: FullReport,
): Promise<ObservedExecutor | Obstacle> {
  const digest = digestOf(input);
  const { name, instanceId } = input;
  const recorded = await recordHeartbeat({
    organizationId,
    name,
    instanceId,
    resources: JSON.stringify(input.resources),
    heartbeatIntervalSeconds,
  });
  const { logRequests, explainRequests, rpcRequests } = recorded ?? {};
  const requests = {
    ...{ logRequests: logRequests ?? [], explainRequests: explainRequests ?? [] },
    rpcRequests: rpcRequests ?? [],
  };
  // A deletion may be requested after it was reported, and is confirmed by the same report then.
  const confirmsDeletion = input.nodes.some(({ phase }) => phase === 'deleted');
  if (recorded?.online && recorded.digest === digest && !confirmsDeletion) {
    const { id, revision, upgradeId } = recorded;
    return { id, revision, upgradeId, observedRevision: digest, ...requests };
  }
  const described = {
    kind: input.kind,
    version: input.version,
    channel: input.channel,
    instanceId,
    capabilities: input.capabilities,
    resources: input.resources,
    keyWarning: input.keyWarning ?? null,
    orphans: [...(input.orphans ?? [])],
    features: [...(input.features ?? [])],
    upgradability: input.upgradability ?? null,
    observedDigest: digest,
    heartbeatIntervalSeconds,
    online: true,
    uninstalledAt: null,
  };
  const stored = await transact(database, (transaction) =>
    recorded === undefined
      ? register(transaction, { ...described, organizationId, name })
      : update(transaction, recorded, input, described),
  );
  const observedRevision = confirmsDeletion ? null : digest;
  return typeof stored === 'object' ? { ...stored, observedRevision, ...requests } : stored;
}

type Described = Pick<
  typeof executor.$inferInsert,
  | 'kind'
  | 'version'
  | 'channel'
  | 'instanceId'
  | 'capabilities'
  | 'resources'
  | 'keyWarning'
  | 'orphans'
  | 'features'
  | 'upgradability'
  | 'observedDigest'
  | 'online'
  | 'uninstalledAt'
  | 'heartbeatIntervalSeconds'
>;
type StoredExecutor = Pick<ObservedExecutor, 'id' | 'revision' | 'upgradeId'>;

/** Stores the heartbeat of an executor that there was when it was recorded. An offline executor goes to the first agent that gets here. */
async function update(
  transaction: Database,
  { id, upgradeId }: Pick<RecordedHeartbeat, 'id' | 'upgradeId'>,
  input: FullReport,
  described: Described,
): Promise<StoredExecutor | Obstacle> {
  const [before] = await transaction.select().from(executor).where(eq(executor.id, id)).for('update');
  if (before === undefined) return 'executor-deleted';
  if (before.online && before.instanceId !== input.instanceId) return 'name-taken';
  const changedNodes = await observeNodes(transaction, id, input.nodes);
  const reindexes = await observeReindexes(transaction, id, input.nodes);
  const moves = await observeMoves(transaction, id, input.nodes);
  const removedNodes = await removeDeletedNodes(transaction, id, input.nodes);
  const [after] = await transaction
    .update(executor)
    .set({
      ...described,
      lastSeenAt: sql`now()`,
      ...(removedNodes.length > 0 || reindexes || moves ? { desiredRevision: nextRevision } : {}),
    })
    .where(eq(executor.id, id))
    .returning({ revision: executor.desiredRevision, id: executor.id, name: executor.name, drain: executor.drain });
  const events = after === undefined ? [] : (await completeDrain(transaction, after)).events;
  const upgrade =
    upgradeId === null
      ? { pendingId: null, hasChanged: false, events: [] }
      : await applyUpgradeReport(
          transaction,
          { upgradeId, executorName: input.name },
          {
            version: input.version,
            isOtherInstallation: before.instanceId !== input.instanceId,
            upgrade: input.upgrade ?? null,
          },
        );
  const isNew = events.length > 0 || upgrade.hasChanged || isDescribedAnew(before, described);
  const { organizationId } = before;
  await publish(
    transaction,
    ...(isNew ? [{ kind: 'changed', organizationId, type: 'executor', id } as const] : []),
    ...[...new Set([...changedNodes, ...removedNodes])].map(
      (nodeId) => ({ kind: 'changed', organizationId, type: 'node', id: nodeId }) as const,
    ),
  );
  if (!before.online) {
    const message = `${input.name} is online again.`;
    events.push({ level: 'info', kind: 'executor.online', message, executorName: input.name });
  }
  events.push(...upgrade.events);
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
  return after === undefined ? 'executor-deleted' : { id, revision: after.revision, upgradeId: upgrade.pendingId };
}

/** Throws `limit_reached`. */
async function register(
  transaction: Database,
  described: Described & { organizationId: string; name: string },
): Promise<StoredExecutor | Obstacle> {
  const { organizationId, name } = described;
  await requireRoomForExecutor(transaction, organizationId);
  const [registered] = await transaction
    .insert(executor)
    .values({ ...described, lastSeenAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: executor.id, revision: executor.desiredRevision });
  if (registered === undefined) return 'name-taken';
  await publish(transaction, { kind: 'changed', organizationId, type: 'executor', id: registered.id });
  await recordEvents(transaction, organizationId, [
    { level: 'info', kind: 'executor.registered', message: `${name} registered itself.`, executorName: name },
  ]);
  return { ...registered, upgradeId: null };
}

/** Returns whether a heartbeat changes what people see of an executor, apart from its nodes and what its host has left. Pure. */
const isDescribedAnew = (
  before: Described,
  { orphans, capabilities, version, channel, online, upgradability }: Described,
): boolean =>
  before.online !== online ||
  before.version !== version ||
  before.channel !== channel ||
  !isDeepStrictEqual(before.capabilities, asStored(capabilities)) ||
  !isDeepStrictEqual(before.orphans, asStored(orphans)) ||
  !isDeepStrictEqual(before.upgradability, asStored(upgradability ?? null));

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function digestOf(input: FullReport): string {
  const { kind, version, channel, capabilities, nodes, orphans, features, keyWarning, upgradability, upgrade } = input;
  return createHash('sha256')
    .update(
      JSON.stringify([
        kind,
        version,
        channel,
        capabilities,
        nodes,
        orphans ?? [],
        features ?? [],
        ...(keyWarning ? [keyWarning] : []),
        ...(upgradability || upgrade ? [{ upgradability, upgrade }] : []),
      ]),
    )
    .digest('base64');
}
