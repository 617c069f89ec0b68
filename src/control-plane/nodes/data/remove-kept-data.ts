import { defaultClient } from '../../../bitcoin/clients/registry.ts';
import { namePattern } from '../../../contract/names.ts';
import type { KeptDataRemovalInput } from '../../../contract/types.generated.ts';
import { bumpRevision } from '../../fleet/executors/desired-revision.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull } from '../../platform/database/drizzle.ts';
import { domainError, type Issue, invalidInput } from '../../platform/input/errors.ts';
import { type NodeRow, node } from '../../tables/nodes.ts';
import { faultsOfConfirmation } from './data-removal.ts';
import { findKeptData, type KeptData } from './kept-data.ts';
import { takeData } from './take-data.ts';

/**
 * Makes an executor remove an orphan with its data, by adding it as a node that is being deleted: agents remove chain
 * data only for those. Runs within a transaction. Throws the errors of `removeKeptData`.
 */
export async function removeKeptData(
  transaction: Database,
  organizationId: string,
  request: KeptDataRemovalInput,
): Promise<NodeRow> {
  const kept = await findKeptData(transaction, {
    ...{ organizationId, nodeId: request.nodeId, executorId: request.executorId, locks: true },
  });
  const { executor, orphan, former, nodeId } = kept;
  const issues = faultsOf(request, kept);
  if (issues.length > 0) throw invalidInput(issues);
  if (!executor.online) {
    throw domainError(
      'executor_offline',
      `${executor.name} is offline, last seen ${executor.lastSeenAt.toISOString()}; its current data is unknown`,
    );
  }
  const row = await takeData(transaction, organizationId, kept, {
    name: await freeName(transaction, organizationId, orphan.name, nodeId),
    network: former?.network ?? orphan.data?.network ?? 'mainnet',
    client: former?.client ?? defaultClient,
    clientVersion: former?.clientVersion ?? orphan.data?.openedWith ?? 'unknown',
    nodeType: former?.nodeType ?? orphan.data?.nodeType ?? 'full',
    // It never runs, so nothing is allocated.
    ...{ cpuCores: 0, memoryMiB: 0, diskGiB: 0, overrides: [] },
    desiredState: 'deleted',
    dataPolicy: 'remove',
    removableWallets: [...(request.wallets ?? [])],
    placement: null,
    createdWithData: true,
    firstClientVersion: former?.firstClientVersion ?? orphan.data?.begunWith ?? null,
  });
  await bumpRevision(transaction, executor.id);
  return { ...row, executor };
}

function faultsOf(request: KeptDataRemovalInput, { executor, orphan: { name, data } }: KeptData): Issue[] {
  const unread = `its wallets are unknown: ${executor.name} has not read the data yet`;
  return [
    ...faultsOfConfirmation('data', request, { name, wallets: data?.wallets ?? [] }),
    ...(data?.wallets == null ? [{ path: ['data', 'wallets'], message: unread }] : []),
  ];
}

/** The node's previous name, unless another node has it now. */
async function freeName(transaction: Database, organizationId: string, name: string, nodeId: string): Promise<string> {
  const unique = `removed-${nodeId}`;
  if (!namePattern.test(name)) return unique;
  const [taken] = await transaction
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.organizationId, organizationId), eq(node.name, name), isNull(node.removedAt)));
  return taken === undefined ? name : unique;
}
