import { defaultClient } from '../../../bitcoin/clients/registry.ts';
import { namePattern } from '../../../contract/names.ts';
import type { KeptDataRemovalInput } from '../../../contract/types.generated.ts';
import { bumpRevision } from '../../fleet/executors/desired-revision.ts';
import { findExecutor } from '../../fleet/executors/find-executor.ts';
import type { Database } from '../../platform/database/database.ts';
import { domainError, type Issue, invalidInput } from '../../platform/input/errors.ts';
import { adminMutation, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { findNamed } from '../find-nodes.ts';
import { faultOfError, issuesOfFault } from '../placement/node-fault.ts';
import { faultsOfConfirmation } from './data-removal.ts';
import { findKeptData, type KeptData, takeData } from './kept-data.ts';

function faultsOf(request: KeptDataRemovalInput, { executor, orphan: { name, data } }: KeptData): Issue[] {
  const unread = `its wallets are unknown: ${executor.name} has not read the data yet`;
  return [
    ...faultsOfConfirmation('data', request, { name, wallets: data?.wallets ?? null }),
    ...(data?.wallets == null ? [{ path: ['data', 'wallets'], message: unread }] : []),
  ];
}

/** Throws `invalid_input` and `executor_offline`. */
function requireRemovable(request: KeptDataRemovalInput, kept: KeptData): void {
  const issues = faultsOf(request, kept);
  if (issues.length > 0) throw invalidInput(issues);
  const { name, online, lastSeenAt } = kept.executor;
  if (!online)
    throw domainError(
      'executor_offline',
      `${name} is offline, last seen ${lastSeenAt.toISOString()}; its current data is unknown`,
    );
}

/** Judges the removal as the mutation does. */
async function previewRemoval(database: Database, organizationId: string, data: KeptDataRemovalInput) {
  const { nodeId, executorId } = data;
  const found: { data?: KeptData['orphan']['data'] } = {};
  const issues = await findKeptData(database, { organizationId, nodeId, executorId, locks: false })
    .then((kept) => {
      found.data = kept.orphan.data;
      requireRemovable(data, kept);
      return [];
    })
    .catch((error: unknown) => issuesOfFault(faultOfError(error)));
  const { sizeBytes = null, wallets = null } = found.data ?? {};
  return { accepted: issues.length === 0, issues, dataPolicy: 'remove' as const, sizeBytes, wallets };
}

/** Removes an orphan by adding it as a node that is being deleted: agents remove chain data only for those. */
export const keptDataResolvers = (): Resolvers => ({
  Query: {
    previewKeptDataRemoval: organizationQuery(null, async ({ data }, { reader: { organizationId }, context }) => {
      const executor = await findExecutor(context.database, organizationId, data.executorId);
      return executor === undefined ? null : previewRemoval(context.database, organizationId, data);
    }),
  },
  Mutation: {
    removeKeptData: adminMutation({
      run: async ({ data }, { caller: { organizationId }, database }) => {
        const { nodeId, executorId } = data;
        const kept = await findKeptData(database, { organizationId, nodeId, executorId, locks: true });
        const { executor, orphan, former } = kept;
        requireRemovable(data, kept);
        const isTaken = (await findNamed(database, { organizationId, name: orphan.name })) !== undefined;
        await takeData(database, organizationId, kept, {
          // Its previous name, unless another node has it now.
          name: namePattern.test(orphan.name) && !isTaken ? orphan.name : `removed-${nodeId}`,
          network: former?.network ?? orphan.data?.network ?? 'mainnet',
          client: former?.client ?? defaultClient,
          clientVersion: former?.clientVersion ?? orphan.data?.openedWith ?? 'unknown',
          nodeType: former?.nodeType ?? orphan.data?.nodeType ?? 'full',
          // It never runs, so nothing is allocated.
          cpuCores: 0,
          memoryMiB: 0,
          diskGiB: 0,
          overrides: [],
          desiredState: 'deleted',
          dataPolicy: 'remove',
          removableWallets: [...(data.wallets ?? [])],
          placement: null,
          createdWithData: true,
          firstClientVersion: former?.firstClientVersion ?? orphan.data?.begunWith ?? null,
        });
        await bumpRevision(database, executor);
        return { orphan: { ...orphan, executorId: executor.id } };
      },
      subject: ({ orphan: { nodeId } }) => ({ type: 'node', id: nodeId }),
      target: ({ data }) => ({ type: 'node', id: data.nodeId }),
    }),
  },
});
