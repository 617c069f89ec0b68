import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FullReport } from '../../../contract/full-report.ts';
import { nextRevision } from '../../fleet/executors/desired-revision.ts';
import { completeDrain } from '../../fleet/executors/drain.ts';
import { requireRoomForExecutor } from '../../fleet/executors/find-executor.ts';
import { applyUpgradeReport } from '../../fleet/releases/upgrade-report.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import { observeOperations } from '../../nodes/operations/observe-operations.ts';
import { storeOffer } from '../../nodes/recovery/offers.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { type Database, hasKey, sql, type TenantKey, transact } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { BulkWork } from '../../platform/load/bulk-work.ts';
import { inPieces } from '../../platform/load/in-pieces.ts';
import { executor } from '../../tables/executors.ts';
import {
  endOtherClaims,
  offeringExecutor,
  requireFreeIdentity,
  requireOrdinaryKey,
  requireSameIdentity,
} from './held-identity.ts';
import { observeNodes, removeDeletedNodes } from './observe-nodes.ts';
import type { RecordedHeartbeat, RecordHeartbeat } from './record-heartbeat.ts';

export interface ObservedExecutor extends Omit<RecordedHeartbeat, 'online' | 'digest'> {
  /** What the agent may send instead of the same report; null if it must report in full. */
  observedRevision: string | null;
}

interface ObserveDeps {
  database: Database;
  bulk: BulkWork;
  recordHeartbeat: RecordHeartbeat;
  heartbeatIntervalSeconds: number;
}

interface Sender {
  organizationId: string;
  keyId: string;
}

type Obstacle = 'name-taken' | 'executor-deleted';

/**
 * Stores a full report; one without news costs a single statement. Throws `executor_name_in_use`, `limit_reached`, and
 * `action_not_possible` for a host whose nodes cannot be offered here.
 */
export async function observeExecutor(deps: ObserveDeps, sender: Sender, input: FullReport): Promise<ObservedExecutor> {
  let timesTaken = 0;
  do {
    const observed = await observeOnce(deps, sender, input);
    if (typeof observed === 'object') return observed;
    timesTaken = observed === 'name-taken' ? timesTaken + 1 : 0;
    // Another first heartbeat of the same agent may have taken the name, so try again.
  } while (timesTaken < 2);
  throw domainError(
    'executor_name_in_use',
    `another running agent already uses the name ${input.name}; give this agent another name, or stop the other one`,
    { hint: 'Name an agent with its setting --name.' },
  );
}

async function observeOnce(
  { database, bulk, recordHeartbeat, heartbeatIntervalSeconds }: ObserveDeps,
  { organizationId, keyId }: Sender,
  input: FullReport,
): Promise<ObservedExecutor | Obstacle> {
  const { nodePieces, digest } = await describeReport(input, bulk);
  const { name, instanceId } = input;
  const resources = JSON.stringify(input.resources);
  const recorded = await recordHeartbeat({ organizationId, name, instanceId, resources, heartbeatIntervalSeconds });
  if (recorded !== undefined) requireSameIdentity(recorded.id, input);
  const requests = recorded?.requests ?? [];
  // A deletion requested after the node was reported as deleted is confirmed by the same report.
  const confirmsDeletion = input.nodes.some(({ phase }) => phase === 'deleted');
  if (recorded?.online && recorded.digest === digest && !confirmsDeletion)
    return { ...recorded, observedRevision: digest };
  const { kind, version, channel, capabilities, keyWarning = null, upgradability = null } = input;
  const described = {
    kind,
    version,
    channel,
    instanceId,
    capabilities,
    keyWarning,
    upgradability,
    resources: input.resources,
    orphans: [...(input.orphans ?? [])],
    observedDigest: digest,
    heartbeatIntervalSeconds,
    online: true,
    uninstalledAt: null,
  };
  const stored = await transact(database, (transaction) =>
    recorded === undefined
      ? register(transaction, { ...described, organizationId, name }, { keyId, heldId: input.held?.executorId })
      : update(transaction, { ...recorded, organizationId }, { ...input, nodePieces }, described),
  );
  const observedRevision = confirmsDeletion ? null : digest;
  return typeof stored === 'object' ? { ...stored, observedRevision, requests } : stored;
}

type Described = Omit<typeof executor.$inferInsert, 'organizationId' | 'name' | 'lastSeenAt'>;
type StoredExecutor = Pick<ObservedExecutor, 'id' | 'revision' | 'upgradeId' | 'recovery' | 'gatewayDigest'>;

/** An offline executor goes to the first agent that reports. */
async function update(
  transaction: Database,
  { organizationId, id, upgradeId }: TenantKey & Pick<RecordedHeartbeat, 'upgradeId'>,
  input: FullReport & { nodePieces: readonly string[] },
  described: Described,
): Promise<StoredExecutor | Obstacle> {
  const isExecutor = hasKey(executor, organizationId, id);
  const [before] = await transaction.select().from(executor).where(isExecutor).for('update');
  if (before === undefined) return 'executor-deleted';
  if (before.online && before.instanceId !== input.instanceId) return 'name-taken';
  const changedNodes = await observeNodes(transaction, before, input.nodePieces);
  const isOther = await observeOperations(transaction, before, input.nodes);
  const removedNodes = await removeDeletedNodes(transaction, before, input.nodes);
  const offer =
    before.recovery !== null && input.held?.nodes ? await storeOffer(transaction, before, input.held.nodes) : null;
  const [after] = await transaction
    .update(executor)
    .set({
      ...described,
      lastSeenAt: sql`now()`,
      ...(removedNodes.length > 0 || isOther ? { desiredRevision: nextRevision } : {}),
    })
    .where(isExecutor)
    .returning();
  const events = after === undefined ? [] : (await completeDrain(transaction, after)).events;
  if (offer !== null) events.push(offer);
  const { version, upgrade: reported = null } = input;
  const report = { version, isOtherInstallation: before.instanceId !== input.instanceId, upgrade: reported };
  const upgrade =
    upgradeId === null
      ? { pendingId: null, hasChanged: false, events: [] }
      : await applyUpgradeReport(transaction, { organizationId, id: upgradeId, executorName: input.name }, report);
  const isNew = events.length > 0 || upgrade.hasChanged || isChangedVisibly(before, described);
  await publish(
    transaction,
    ...(isNew ? [{ kind: 'changed', organizationId, type: 'executor', id } as const] : []),
    ...[...new Set([...changedNodes, ...removedNodes])].map(
      (nodeId) => ({ kind: 'changed', organizationId, type: 'node', id: nodeId }) as const,
    ),
  );
  if (!before.online) {
    const message = `${input.name} is online again.`;
    events.push({ kind: 'executor.online', message, executorName: input.name });
  }
  events.push(...upgrade.events);
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
  if (after === undefined) return 'executor-deleted';
  const { desiredRevision: revision, recovery, gatewayDigest } = after;
  return { id, revision, upgradeId: upgrade.pendingId, recovery, gatewayDigest };
}

async function register(
  transaction: Database,
  described: Described & { organizationId: string; name: string },
  { keyId, heldId }: { keyId: string; heldId: string | undefined },
): Promise<StoredExecutor | Obstacle> {
  const { organizationId, name } = described;
  await requireRoomForExecutor(transaction, organizationId);
  if (heldId === undefined) await requireOrdinaryKey(transaction, keyId, name);
  else await requireFreeIdentity(transaction, organizationId, heldId);
  const [registered] = await transaction
    .insert(executor)
    .values({ ...described, lastSeenAt: sql`now()`, ...(heldId === undefined ? {} : offeringExecutor(heldId)) })
    .onConflictDoNothing()
    .returning({ id: executor.id, revision: executor.desiredRevision, recovery: executor.recovery });
  if (registered === undefined) return 'name-taken';
  if (heldId !== undefined) await endOtherClaims(transaction, { organizationId, keyId, name });
  await publish(transaction, { kind: 'changed', organizationId, type: 'executor', id: registered.id });
  await recordEvents(transaction, organizationId, [
    { kind: 'executor.registered', message: `${name} registered.`, executorName: name },
  ]);
  return { ...registered, upgradeId: null, gatewayDigest: null };
}

const visibleFields = ['online', 'version', 'channel', 'capabilities', 'orphans', 'upgradability'] as const;

/** Whether the executor itself changed visibly. */
const isChangedVisibly = (before: Described, after: Described): boolean =>
  visibleFields.some((field) => !isDeepStrictEqual(before[field], asStored(after[field] ?? null)));

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** In characters: of the reported nodes, as many are hashed in one go, and stored by one statement. */
const pieceLength = 256 * 1024;

/** Returns the reported nodes as JSON lists, and the digest of everything except resources, which always change. */
async function describeReport(
  { name: _, instanceId, knownRevision, gatewayDigest: _gateway, resources, nodes, ...reported }: FullReport,
  bulk: BulkWork,
) {
  const texts: string[] = [];
  for (const node of nodes) {
    if (bulk.isDue) await bulk.turn();
    texts.push(JSON.stringify(node));
  }
  const hash = createHash('sha256').update(JSON.stringify(reported));
  const nodePieces: string[] = [];
  for (const piece of inPieces(texts, pieceLength, ({ length }) => length)) {
    if (bulk.isDue) await bulk.turn();
    const list = `[${piece.join(',')}]`;
    nodePieces.push(list);
    hash.update(list);
  }
  return { nodePieces, digest: hash.digest('base64') };
}
