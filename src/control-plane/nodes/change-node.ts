import { eq } from 'drizzle-orm';
import { keepsBlocks } from '../../bitcoin/keeps-blocks.ts';
import type { NodeDataPolicy, NodeLifecycleAction, NodeUpdateInput } from '../../contract/types.generated.ts';
import { domainError, invalidInput } from '../api/errors.ts';
import type { Database } from '../database/database.ts';
import { node } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import { bumpRevision } from '../executors/revision.ts';
import { checkName, checkNodeConfig, checkOffer, checkRoom, orNameTaken } from './check-node.ts';
import { lockNode } from './find.ts';
import { configOf, type NodeRow } from './node.ts';

type Change = Partial<
  Pick<
    typeof node.$inferInsert,
    | 'name'
    | 'clientVersion'
    | 'nodeType'
    | 'cpuCores'
    | 'memoryMiB'
    | 'diskGiB'
    | 'overrides'
    | 'desiredState'
    | 'restartCounter'
    | 'dataPolicy'
  >
>;

/** Throws the errors of `updateNode`. */
export async function updateNode(
  database: Database,
  organizationId: string,
  id: string,
  data: NodeUpdateInput,
): Promise<NodeRow> {
  if (data.name !== null && data.name !== undefined) checkName(data.name);
  if (data.desiredState === 'deleted') {
    throw invalidInput([
      { path: ['data', 'desiredState'], message: 'must be running or stopped; to delete a node use deleteNode' },
    ]);
  }
  return orNameTaken(data.name ?? '', () =>
    changeNode(database, organizationId, id, (row) => {
      const change: Change = {
        name: data.name ?? row.name,
        clientVersion: data.clientVersion ?? row.clientVersion,
        nodeType: data.nodeType ?? row.nodeType,
        cpuCores: data.resources?.cpuCores ?? row.cpuCores,
        memoryMiB: data.resources?.memoryMiB ?? row.memoryMiB,
        diskGiB: data.resources?.diskGiB ?? row.diskGiB,
        overrides: data.overrides?.map(({ key, value }) => ({ key: key.trim(), value })) ?? row.overrides,
        desiredState: data.desiredState ?? row.desiredState,
      };
      const config = configOf({ ...row, ...change });
      const asType = row.nodeType === 'pruned' && config.nodeType === 'full';
      const back = asType || (keepsBlocks(config) && !keepsBlocks(configOf(row)));
      checkNodeConfig(
        config,
        back
          ? [
              {
                path: asType ? ['nodeType'] : ['overrides'],
                message: 'a pruned node has thrown its old blocks away; create a full node instead',
              },
            ]
          : [],
      );
      if (config.clientVersion !== row.clientVersion || config.nodeType !== row.nodeType)
        checkOffer(row.executor, config);
      if (data.resources !== null && data.resources !== undefined) checkRoom(row.executor, config);
      return change;
    }),
  );
}

export const requestLifecycleAction = (
  database: Database,
  organizationId: string,
  id: string,
  action: NodeLifecycleAction,
): Promise<NodeRow> =>
  changeNode(database, organizationId, id, ({ restartCounter }) => {
    if (action === 'stop') return { desiredState: 'stopped' };
    return action === 'start'
      ? { desiredState: 'running' }
      : { desiredState: 'running', restartCounter: restartCounter + 1 };
  });

/**
 * Asking again for a deletion may change what becomes of the data, as long as it is not done. Without a word on the data the first choice
 * stands: a repeated request must not destroy a chain that was to be kept.
 */
export const deleteNode = (
  database: Database,
  organizationId: string,
  id: string,
  data: NodeDataPolicy | null | undefined,
): Promise<NodeRow> =>
  changeNode(
    database,
    organizationId,
    id,
    ({ desiredState, dataPolicy }) => ({
      desiredState: 'deleted',
      dataPolicy: data ?? (desiredState === 'deleted' ? dataPolicy : 'remove'),
    }),
    true,
  );

async function changeNode(
  database: Database,
  organizationId: string,
  id: string,
  decide: (row: NodeRow) => Change,
  alsoDeleted = false,
): Promise<NodeRow> {
  return transact(database, async (transaction) => {
    const row = await lockNode(transaction, organizationId, id);
    if (row.desiredState === 'deleted' && !alsoDeleted) {
      throw domainError('node_being_deleted', `${row.name} is being deleted and takes no further changes`);
    }
    const change = decide(row);
    const differs = (Object.keys(change) as (keyof Change)[]).some(
      (key) => JSON.stringify(change[key]) !== JSON.stringify(row[key]),
    );
    if (!differs) return row;
    const [changed] = await transaction
      .update(node)
      .set({ ...change, revision: row.revision + 1, updatedAt: new Date() })
      .where(eq(node.id, row.id))
      .returning();
    await bumpRevision(transaction, row.executorId);
    return { ...row, ...changed };
  });
}
