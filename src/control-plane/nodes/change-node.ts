import type { NodeLifecycleAction, NodeUpdateInput } from '../../contract/types.generated.ts';
import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import type { Database } from '../platform/database/database.ts';
import { eq } from '../platform/database/drizzle.ts';
import { domainError, invalidInput } from '../platform/input/errors.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { dataFormatOf, firstVersionAfter } from './data/data-format.ts';
import { type DataRequest, dataAfter } from './data/data-removal.ts';
import { cancelledMove, type MoveRequest, moveAfter } from './data/move.ts';
import { type ReindexRequest, reindexAfter } from './data/reindex.ts';
import { lockNode } from './find-nodes.ts';
import { type ConfigColumns, configOf } from './node-config.ts';
import { hostOfNode, judgeNode, throwFirst } from './placement/judge-node.ts';
import { trimKey } from './placement/node-defaults.ts';
import { checkName, requireRevision, withUniqueName } from './require-revision.ts';

type NodeChange = Partial<
  Omit<ConfigColumns, 'network' | 'client'> &
    Pick<
      typeof node.$inferSelect,
      | 'name'
      | 'desiredState'
      | 'restartCounter'
      | 'dataPolicy'
      | 'firstClientVersion'
      | 'reindex'
      | 'move'
      | 'revertFailedChange'
      | 'removableWallets'
    >
>;

/** Names a node of an organization. */
export interface NodeKey {
  organizationId: string;
  id: string;
}

/** Changes a node within a transaction. Throws the errors of `updateNode`. */
export async function updateNode(transaction: Database, key: NodeKey, data: NodeUpdateInput): Promise<NodeRow> {
  checkUpdate(data);
  return withUniqueName(data.name ?? '', () =>
    changeNode(transaction, {
      ...key,
      decide: async (row) => {
        await requireRevision(transaction, row, data.expectedRevision);
        const change = changeOf(row, data);
        const host = await hostOfNode(transaction, row);
        throwFirst(
          judgeNode(host, configOf({ ...row, ...change }), { config: configOf(row), data: dataFormatOf(row) }),
        );
        return { ...change, firstClientVersion: firstVersionAfter(row, change.clientVersion) };
      },
    }),
  );
}

/** Throws `invalid_input`. */
export function checkUpdate(data: NodeUpdateInput): void {
  if (data.name !== null && data.name !== undefined) checkName(data.name);
  if (data.desiredState === 'deleted') {
    throw invalidInput([
      { path: ['data', 'desiredState'], message: 'must be running or stopped; to delete a node use deleteNode' },
    ]);
  }
}

/** Returns the columns of a node as a change asks for them. */
export const changeOf = (row: NodeRow, data: NodeUpdateInput) => ({
  name: data.name ?? row.name,
  clientVersion: data.clientVersion ?? row.clientVersion,
  nodeType: data.nodeType ?? row.nodeType,
  cpuCores: data.resources?.cpuCores ?? row.cpuCores,
  memoryMiB: data.resources?.memoryMiB ?? row.memoryMiB,
  diskGiB: data.resources?.diskGiB ?? row.diskGiB,
  overrides: data.overrides?.map(trimKey) ?? row.overrides,
  desiredState: data.desiredState ?? row.desiredState,
  revertFailedChange: data.revertFailedChange ?? row.revertFailedChange,
});

export const requestLifecycleAction = (
  transaction: Database,
  key: NodeKey,
  action: NodeLifecycleAction,
): Promise<NodeRow> =>
  changeNode(transaction, {
    ...key,
    decide: ({ restartCounter }) => {
      if (action === 'stop') return { desiredState: 'stopped' };
      return action === 'start'
        ? { desiredState: 'running' }
        : { desiredState: 'running', restartCounter: restartCounter + 1 };
    },
  });

/** Asks for work on a node's chain data within a transaction. Throws the errors of `requestNodeAction`. */
export async function requestNodeAction(
  transaction: Database,
  key: NodeKey,
  request: ReindexRequest,
): Promise<NodeRow> {
  const row = await changeNode(transaction, { ...key, decide: (node) => ({ reindex: reindexAfter(node, request) }) });
  const isCancelled = request.action === 'cancel_reindex';
  const kind = isCancelled ? 'node.reindex-cancelled' : 'node.reindex-asked';
  const message = isCancelled
    ? `The reindex of ${row.name} was taken back before it began (${request.by}).`
    : `A ${request.action} of ${row.name} was asked for (${request.by}).`;
  await recordEvents(transaction, key.organizationId, [eventOf(row, kind, message)]);
  return row;
}

/** Asks for a node's data to be moved to another data root within a transaction. Throws the errors of `moveNodeData`. */
export async function moveNodeData(transaction: Database, key: NodeKey, request: MoveRequest): Promise<NodeRow> {
  const decide = async (row: NodeRow) => ({ move: await moveAfter(transaction, row, request) });
  const row = await changeNode(transaction, { ...key, decide });
  const message = `A move of the data of ${row.name} to the data root ${request.to} was asked for (${request.by}).`;
  await recordEvents(transaction, key.organizationId, [eventOf(row, 'node.move-asked', message)]);
  return row;
}

/** Takes a move back within a transaction. Throws the errors of `requestNodeAction`. */
export async function cancelMove(transaction: Database, key: NodeKey, by: string): Promise<NodeRow> {
  const row = await changeNode(transaction, { ...key, decide: (node) => ({ move: cancelledMove(node) }) });
  const message = `The move of the data of ${row.name} was taken back (${by}).`;
  await recordEvents(transaction, key.organizationId, [eventOf(row, 'node.move-cancelled', message)]);
  return row;
}

const eventOf = (row: NodeRow, kind: ControlPlaneEvent['kind'], message: string): ControlPlaneEvent => ({
  ...{ kind, message, executorName: row.executor.name, nodeName: row.name, nodeId: row.id },
});

/**
 * Requests the deletion of a node. A repeated request may change what happens to the data until the deletion is done. Throws the errors of
 * `deleteNode`.
 */
export const deleteNode = (transaction: Database, key: NodeKey, data: DataRequest): Promise<NodeRow> =>
  changeNode(transaction, {
    ...key,
    isAllowedDuringDeletion: true,
    decide: (row) => ({ desiredState: 'deleted', ...dataAfter(row, data) }),
  });

interface ChangeOptions extends NodeKey {
  /** Changes nothing, and throws what stands against the change. */
  decide: (row: NodeRow) => NodeChange | Promise<NodeChange>;
  /** Default: false. */
  isAllowedDuringDeletion?: boolean;
}

/** Changes a node within a transaction, and counts its revision and its executor's, unless everything stays as it is. */
async function changeNode(
  transaction: Database,
  { organizationId, id, decide, isAllowedDuringDeletion = false }: ChangeOptions,
): Promise<NodeRow> {
  const row = await lockNode(transaction, organizationId, id);
  if (row.desiredState === 'deleted' && !isAllowedDuringDeletion) {
    throw domainError('node_being_deleted', `${row.name} is being deleted and takes no further changes`);
  }
  const change = await decide(row);
  const differs = (Object.keys(change) as (keyof NodeChange)[]).some(
    (key) => key !== 'firstClientVersion' && JSON.stringify(change[key]) !== JSON.stringify(row[key]),
  );
  if (!differs) return row;
  const [changed] = await transaction
    .update(node)
    .set({ ...change, revision: row.revision + 1, updatedAt: new Date() })
    .where(eq(node.id, row.id))
    .returning();
  await bumpRevision(transaction, row.executorId);
  return { ...row, ...changed };
}
