import { chainOf, isSameChain, networkName, shownNetworkName } from '../../../bitcoin/network-name.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import type { OrphanedNodeInput } from '../../../contract/types.generated.ts';
import { findExecutor, lockExecutor } from '../../fleet/executors/find-executor.ts';
import { and, type Database, desc, eq, hasKey, sql } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { isPendingOf, nodeOperation } from '../../tables/node-operations.ts';
import { node } from '../../tables/nodes.ts';
import { configOf } from '../node-config.ts';
import { invalidConfig, judgeData, judgeFamily } from '../placement/judge-node.ts';
import type { NodeFault } from '../placement/node-fault.ts';

/** Chain data on an executor's host that belongs to no node of the inventory. */
export interface KeptData {
  nodeId: string;
  executor: ExecutorRow;
  /** As its agent reports it. */
  orphan: OrphanedNodeInput;
  /** Its previous node, if that was in this inventory. */
  former: typeof node.$inferSelect | undefined;
}

interface KeptDataKey {
  organizationId: string;
  nodeId: string;
  /** The executor that has the data. Default: any that reports it. */
  executorId?: string;
  /** Locks the executor until the transaction ends, so that no other request takes the data. */
  locks: boolean;
}

/** Finds an orphan by its node id. Throws `chain_data_not_found`, and Forbidden for an unknown executor. */
export async function findKeptData(
  database: Database,
  { organizationId, nodeId, executorId, locks }: KeptDataKey,
): Promise<KeptData> {
  const id = executorId ?? (await executorWith(database, organizationId, nodeId));
  if (id === undefined) throw notFound(nodeId);
  const row = await (locks ? lockExecutor : findExecutor)(database, organizationId, id);
  const orphan = row?.orphans.find((candidate) => candidate.nodeId === nodeId);
  if (row === undefined || orphan === undefined || !isUuid(nodeId)) throw notFound(nodeId);
  const [former] = await database
    .select()
    .from(node)
    .where(hasKey(node, organizationId, nodeId));
  // The agent may not know yet that a node has the data, or may report that of a node on another host.
  const isTaken = former !== undefined && (former.executorId !== row.id || former.removedAt === null);
  if (isTaken) throw notFound(nodeId);
  return { nodeId, executor: row, orphan, former };
}

/** Returns the id of an executor that reports the orphan, preferably an online one. */
async function executorWith(database: Database, organizationId: string, nodeId: string): Promise<string | undefined> {
  const reports = sql`${executor.orphans} @> ${JSON.stringify([{ nodeId }])}::jsonb`;
  const [found] = await database
    .select({ id: executor.id })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), reports))
    .orderBy(desc(executor.online))
    .limit(1);
  return found?.id;
}

export const dataRootOfKept = ({ orphan, former }: Pick<KeptData, 'orphan' | 'former'>): string =>
  orphan.data?.dataRoot ?? (orphan.data ? null : former?.observed?.dataRoot) ?? defaultDataRoot;

const notFound = (nodeId: string) =>
  domainError('chain_data_not_found', `no host of your organization has orphaned chain data of ${nodeId}`, {
    hint: 'List orphaned chain data with satrap hosts data list.',
    link: '/executors',
  });

/** Returns why a node with this configuration cannot adopt the data. */
export function judgeKeptData(config: NodeConfig, { executor: { name }, orphan, former }: KeptData): NodeFault[] {
  const { data } = orphan;
  const network = data?.network ?? (data ? null : (former?.network ?? null));
  if (network === null) {
    const message = data
      ? `the data of ${orphan.name} on ${name} holds no chain yet; create the node without it`
      : `${name} has not identified the data of ${orphan.name} yet; that takes a bitcoind image on the host and a current agent`;
    return invalidConfig([{ path: ['adoptData'], message }]);
  }
  const begunWith = data?.begunWith ?? former?.firstClientVersion ?? null;
  const nodeType = data?.nodeType ?? former?.nodeType ?? config.nodeType;
  const current = { ...(former === undefined ? { ...config, overrides: [] } : configOf(former)), nodeType };
  // Of the data of an unknown node, its daemon finds another challenge in the first block that it reads.
  const signet = former === undefined ? config.signet : former.signet;
  const chain = chainOf({ network, signet: network === 'signet' ? signet : null });
  const otherNetwork = `the chain data is for ${shownNetworkName(networkName(chain))}; choose that network, or other data`;
  return invalidConfig([
    ...(isSameChain(chain, chainOf(config)) ? [] : [{ path: ['network'], message: otherNetwork }]),
    ...judgeFamily(config, current),
    ...judgeData(config, { config: current, data: { begunWith, obfuscated: null } }),
  ]);
}

type Columns = Omit<
  typeof node.$inferInsert,
  'id' | 'organizationId' | 'executorId' | 'revision' | 'restartCounter' | 'rpcAuths' | 'observed' | 'observedAt'
>;

/**
 * Adds a node with the id of kept data, within a transaction that has locked the executor. Everything on the host is
 * named after that id, so this one row hands over the data: two nodes can never have it, and the agent moves nothing.
 */
export async function takeData(
  transaction: Database,
  organizationId: string,
  { nodeId, executor }: KeptData,
  columns: Columns,
): Promise<typeof node.$inferSelect> {
  const now = new Date();
  await transaction
    .update(nodeOperation)
    .set({ state: 'cancelled', endedAt: now, cancellable: false })
    .where(isPendingOf({ organizationId, id: nodeId }));
  const values = { dataPolicy: 'keep' as const, ...columns, dataRoot: columns.dataRoot ?? null, updatedAt: now };
  const ofPrevious = {
    // Its agent may still know the previous one.
    revision: sql`${node.revision} + 1`,
    // Pending state belongs to the previous node.
    ...{ rpcAuths: null, removableWallets: columns.removableWallets ?? null, observed: null, observedAt: null },
    ...{ createdAt: now, removedAt: null },
  };
  // Another executor may report the same data, and its request may have come first.
  const setWhere = eq(node.executorId, executor.id);
  const [taken] = await transaction
    .insert(node)
    .values({ ...values, id: nodeId, organizationId, executorId: executor.id })
    .onConflictDoUpdate({ target: [node.organizationId, node.id], set: { ...values, ...ofPrevious }, setWhere })
    .returning();
  if (taken === undefined) throw notFound(nodeId);
  return taken;
}
