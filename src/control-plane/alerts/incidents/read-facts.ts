import { readWork } from '../../../bitcoin/chain-work.ts';
import { chainOf } from '../../../bitcoin/network-name.ts';
import { thresholdBounds } from '../../../contract/thresholds.ts';
import type { NodePhase } from '../../../contract/types.generated.ts';
import { authorityOf } from '../../../text/authority.ts';
import { configOf } from '../../nodes/node-config.ts';
import { deliveredState } from '../../nodes/node-status.ts';
import type { Database, KeyText, SQL, TenantKey } from '../../platform/database/database.ts';
import {
  and,
  desc,
  eq,
  gt,
  hasKey,
  hasKeys,
  inArray,
  isNotNull,
  isNull,
  keyOf,
  lte,
  or,
  rowsOf,
  sql,
} from '../../platform/database/database.ts';
import { apikey, member, organization, user } from '../../tables/accounts.ts';
import { backupState } from '../../tables/backup-state.ts';
import { notificationChannel } from '../../tables/channels.ts';
import { consumer } from '../../tables/endpoints.ts';
import { executor } from '../../tables/executors.ts';
import { executorWatch, nodeWatch } from '../../tables/incidents.ts';
import { nodeRollout } from '../../tables/node-rollouts.ts';
import { node } from '../../tables/nodes.ts';
import { executorRelease, executorUpgrade, upgradeRollout } from '../../tables/releases.ts';
import {
  type BackupFacts,
  type ChannelFacts,
  type ConsumerFacts,
  type ExecutorFacts,
  executorKeyOf,
  type Facts,
  type KeyFacts,
  type NodeFacts,
  type SampleFacts,
} from './rules/facts.ts';

const dayMs = 24 * 3_600_000;
/** Older expiries, upgrades and rollouts are ignored. */
const newsMs = 7 * dayMs;
/** A page of ten thousand rows would block the process for a tenth of a second. */
const pageSize = 1000;

/** Reads what is not of one executor: few rows, for all organizations. */
export async function readOthers(database: Database, now: Date): Promise<Omit<Facts, 'executors' | 'nodes'>> {
  const since = new Date(now.getTime() - newsMs);
  const { version, channel, createdAt, withdrawnReason } = executorRelease;
  const { id, organizationId, targetVersion, reason, state, updatedAt } = upgradeRollout;
  return {
    keys: await readKeys(database, since, new Date(now.getTime() + thresholdBounds.keyEndsDays.max * dayMs)),
    consumers: await readConsumers(database, since, new Date(now.getTime() + newsMs)),
    channels: await readChannels(database),
    releases: await database.select({ version, channel, createdAt, withdrawnReason }).from(executorRelease),
    stoppedRollouts: await database
      .select({ id, organizationId, targetVersion, reason })
      .from(upgradeRollout)
      .where(and(eq(state, 'stopped'), gt(updatedAt, since))),
    stoppedNodeRollouts: await database
      .select({
        id: nodeRollout.id,
        organizationId: nodeRollout.organizationId,
        summary: nodeRollout.summary,
        reason: nodeRollout.reason,
      })
      .from(nodeRollout)
      .where(and(eq(nodeRollout.state, 'stopped'), gt(nodeRollout.updatedAt, since))),
    backups: await readBackups(database),
  };
}

/**
 * Reads the scheduled backups with the organization that gets their incidents: the first that a system administrator manages,
 * which is the operator's own. Those that were created later may be of customers, who learn nothing of the installation.
 */
async function readBackups(database: Database): Promise<BackupFacts[]> {
  const { scheduledSince, lastAt } = backupState;
  const ofOperator = database
    .select({ id: organization.id })
    .from(organization)
    .innerJoin(member, and(eq(member.organizationId, organization.id), inArray(member.role, ['owner', 'admin'])))
    .innerJoin(user, and(eq(user.id, member.userId), eq(user.isSystemAdmin, true)))
    .where(eq(organization.isActive, true))
    .orderBy(organization.createdAt, organization.id)
    .limit(1)
    .as('of_operator');
  const rows = await database
    .select({ organizationId: ofOperator.id, scheduledSince, lastAt })
    .from(backupState)
    .innerJoin(ofOperator, isNotNull(scheduledSince));
  return rows.flatMap(({ scheduledSince: since, ...row }) =>
    since === null ? [] : [{ ...row, scheduledSince: since }],
  );
}

/** Returns all executors, or those of these organizations, and those that are gone and still have incidents. */
export async function allExecutors(database: Database, organizationIds?: readonly string[]) {
  const isOf =
    organizationIds === undefined ? sql`true` : sql`organization_id = ANY(${sql.param(organizationIds)}::text[])`;
  const found = await database.execute(sql`
    SELECT organization_id AS "organizationId", id AS "executorId" FROM executor WHERE ${isOf} UNION
    SELECT organization_id, executor_id FROM alert_incident WHERE status <> 'closed' AND executor_id IS NOT NULL AND ${isOf}`);
  return rowsOf<{ organizationId: string; executorId: string }>(found);
}

export async function readExecutors(
  database: Database,
  executors: readonly TenantKey[],
  now: Date,
): Promise<ExecutorFacts[]> {
  const { organizationId: owner, executorId, requestedAt } = executorUpgrade;
  const { fromVersion, targetVersion, state, reason, endedAt } = executorUpgrade;
  const upgrades = await database
    .selectDistinctOn([owner, executorId], {
      organizationId: owner,
      executorId,
      fromVersion,
      targetVersion,
      state,
      reason,
      endedAt,
    })
    .from(executorUpgrade)
    .where(
      and(
        gt(requestedAt, new Date(now.getTime() - newsMs)),
        hasKeys({ ...executorUpgrade, id: executorId }, executors),
      ),
    )
    .orderBy(owner, executorId, desc(requestedAt));
  const upgradeOf = new Map(upgrades.map((upgrade) => [executorKeyOf(upgrade), upgrade] as const));
  const { id, organizationId, name, online, lastSeenAt, uninstalledAt, version, channel } = executor;
  const rows = await database
    .select({
      facts: { id, organizationId, name, online, lastSeenAt, uninstalledAt, version, channel },
      clients: sql<ExecutorFacts['clients']>`${executor.capabilities} -> 'clients'`,
      diskTotalGiB: sql<number>`(${executor.resources} -> 'diskGiB' ->> 'total')::float8`,
      diskFreeGiB: sql<number>`(${executor.resources} -> 'diskGiB' ->> 'free')::float8`,
      diskHistory: executorWatch.disk,
    })
    .from(executor)
    .leftJoin(executorWatch, hasKey(executor, executorWatch.organizationId, executorWatch.executorId))
    .where(hasKeys(executor, executors));
  return rows.map(({ facts, diskHistory, ...disk }) => ({
    ...facts,
    ...disk,
    diskHistory: diskHistory ?? [],
    lastUpgrade: upgradeOf.get(keyOf(facts)) ?? null,
  }));
}

/** The nodes of an organization on one network. */
export type FleetNetwork = Pick<NodeFacts, 'organizationId' | 'network'>;

export const nodesOfExecutors = (executors: readonly TenantKey[]): SQL | undefined =>
  hasKeys({ organizationId: node.organizationId, id: node.executorId }, executors);

/** Those of every pair: it reads whole networks, but maybe more than were asked for. */
export const nodesOfNetworks = (networks: readonly FleetNetwork[]): SQL | undefined =>
  and(
    inArray(node.organizationId, [...new Set(networks.map(({ organizationId }) => organizationId))]),
    inArray(node.network, [...new Set(networks.map(({ network }) => network))]),
  );

/** Reads nodes; without `exitsOf`, none of them has exited. */
export async function readNodes(
  database: Database,
  condition: SQL | undefined,
  exitsOf: ReadonlyMap<KeyText, Exits> = new Map(),
): Promise<NodeFacts[]> {
  const found = await database
    .select({ organizationId: node.organizationId, id: node.id })
    .from(node)
    .where(and(isNull(node.removedAt), condition));
  const nodes: NodeFacts[] = [];
  for (let from = 0; from < found.length; from += pageSize) {
    const rows = await selectNodes(database, found.slice(from, from + pageSize));
    nodes.push(...rows.map((row) => factsOf(row, exitsOf.get(keyOf(row.facts)))));
  }
  return nodes;
}

function selectNodes(database: Database, page: readonly TenantKey[]) {
  const { id, organizationId, executorId, name, network, client, clientVersion, nodeType } = node;
  const { cpuCores, memoryMiB, diskGiB, overrides, signet, tor } = node;
  return database
    .select({
      facts: { id, organizationId, executorId, name, network, executorOnline: executor.online },
      drain: executor.drain,
      desiredState: node.desiredState,
      shape: { network, signet, client, clientVersion, tor, nodeType, cpuCores, memoryMiB, diskGiB, overrides },
      legacyWallets: sql<string[] | null>`${node.observed} -> 'legacyWallets'`,
      phase: sql<NodePhase | null>`${node.observed} ->> 'phase'`,
      phaseSince: sql<string | null>`${node.observed} ->> 'since'`,
      reason: sql<string | null>`left(${node.observed} ->> 'reason', 2000)`,
      problems: sql<{ code: string; reason: string }[] | null>`${node.observed} -> 'problems'`,
      metrics: node.metrics,
      metricsAt: node.metricsAt,
      restartsUntil: restartsUntil(),
      watch: nodeWatch.chain,
      endpoint: sql<{ host: string; rpcPort: number } | null>`${node.observed} -> 'endpoint'`,
    })
    .from(node)
    .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
    .leftJoin(nodeWatch, hasKey(node, nodeWatch.organizationId, nodeWatch.nodeId))
    .where(and(isNull(node.removedAt), hasKeys(node, page)));
}

function factsOf(
  {
    facts,
    metrics,
    metricsAt,
    drain,
    problems,
    shape,
    legacyWallets,
    endpoint,
    ...row
  }: Awaited<ReturnType<typeof selectNodes>>[number],
  exits: Exits | undefined,
): NodeFacts {
  return {
    ...facts,
    ...row,
    config: configOf(shape),
    challenge: chainOf(shape).challenge,
    memoryLimitMiB: shape.memoryMiB,
    endpoint: endpoint && authorityOf(endpoint.host, endpoint.rpcPort),
    hasLegacyWallets: legacyWallets === null ? null : legacyWallets.length > 0,
    problems: problems ?? [],
    // A drained node is as quiet as a stopped one.
    desiredState: deliveredState(row.desiredState, drain),
    phaseSince: dateOf(row.phaseSince),
    restartsUntil: dateOf(row.restartsUntil),
    sample: metrics === null || metricsAt === null ? null : sampleOf(metrics, metricsAt),
    exits: exits?.exits ?? 0,
    outOfMemoryAt: exits?.outOfMemoryAt ? new Date(exits.outOfMemoryAt) : null,
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Selects the deadline of a rollout that restarts the node. */
const restartsUntil = () => sql<string | null>`(SELECT max(deadline) FROM node_rollout_member AS member
  WHERE member.organization_id = ${node.organizationId} AND member.node_id = ${node.id}
    AND member.state = 'under_way' AND member.before ->> 'restarts' = 'true')`;

const sampleOf = (metrics: NonNullable<typeof node.$inferSelect.metrics>, at: Date): SampleFacts => ({
  at,
  height: metrics.height,
  headers: metrics.headers,
  bestBlockHash: metrics.bestBlockHash,
  chainWork: readWork(metrics.chainWork),
  catchesUp: metrics.initialBlockDownload,
  peers: metrics.peersInbound + metrics.peersOutbound,
  uptimeSeconds: metrics.uptimeSeconds,
  memoryMiB: metrics.memoryMiB ?? null,
  rpcConnections: metrics.rpcConnections ?? null,
  branches: (metrics.branches ?? []).map((branch) => ({ ...branch, chainWork: readWork(branch.chainWork) })),
  warnings: metrics.warnings,
});

export interface Exits {
  nodeId: string;
  organizationId: string;
  /** Null for a node that is gone. */
  executorId: string | null;
  exits: number;
  outOfMemoryAt: string | null;
}

/** Agents report the 1st, 2nd, 4th, 8th … identical exit, with its number. No value in `data` may fail the query. */
export async function readExits(database: Database, now: Date): Promise<Map<KeyText, Exits>> {
  const since = new Date(now.getTime() - 3_600_000).toISOString();
  const result = await database.execute(sql`
    SELECT organization_id AS "organizationId", node_id AS "nodeId",
      (SELECT executor_id FROM node WHERE organization_id = event.organization_id AND id = event.node_id) AS "executorId",
      greatest(count(*), max(CASE WHEN data ->> 'times' ~ '^[0-9]{1,6}$' THEN (data ->> 'times')::int END))::int AS exits,
      max(at) FILTER (WHERE data ->> 'outOfMemory' = 'true') AS "outOfMemoryAt"
    FROM event WHERE kind = 'node.exited' AND received_at > ${since} AND at > ${since} AND node_name IS NOT NULL
    GROUP BY organization_id, node_id`);
  return new Map(
    rowsOf<Exits>(result).map((exits) => [keyOf({ organizationId: exits.organizationId, id: exits.nodeId }), exits]),
  );
}

async function readKeys(database: Database, from: Date, to: Date): Promise<KeyFacts[]> {
  const { id, organizationId, name, configId, createdAt, expiresAt } = apikey;
  const rows = await database
    .select({ id, organizationId, name, purpose: configId, createdAt, expiresAt })
    .from(apikey)
    .where(and(eq(apikey.enabled, true), isNull(apikey.revokedAt), gt(expiresAt, from), lte(expiresAt, to)));
  return rows.flatMap((key) =>
    key.organizationId === null || key.expiresAt === null
      ? []
      : [{ ...key, organizationId: key.organizationId, expiresAt: key.expiresAt, name: key.name ?? '' }],
  );
}

async function readConsumers(database: Database, from: Date, to: Date): Promise<ConsumerFacts[]> {
  const { id, organizationId, name, createdAt, expiresAt } = consumer;
  const rows = await database
    .select({ id, organizationId, name, createdAt, expiresAt })
    .from(consumer)
    .where(and(gt(expiresAt, from), lte(expiresAt, to)));
  return rows.flatMap(({ expiresAt: end, ...each }) => (end === null ? [] : [{ ...each, expiresAt: end }]));
}

async function readChannels(database: Database): Promise<ChannelFacts[]> {
  const { id, organizationId, name, failingSince, goneAt, lastFailure, enabled } = notificationChannel;
  return database
    .select({ id, organizationId, name, failingSince, goneAt, lastFailure })
    .from(notificationChannel)
    .where(or(eq(enabled, true), isNotNull(goneAt)));
}
