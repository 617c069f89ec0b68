import type { NodeLifecycleAction, NodeUpdateInput } from '../../contract/types.generated.ts';
import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import type { Database } from '../platform/database/database.ts';
import { eq } from '../platform/database/drizzle.ts';
import { domainError } from '../platform/input/errors.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { dataFormatOf, firstVersionAfter } from './data/data-format.ts';
import { type DataRequest, dataAfter } from './data/data-removal.ts';
import { lockNode } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import { hostOfNode, judgeNode, throwFirst } from './placement/judge-node.ts';
import { trimKey } from './placement/node-defaults.ts';
import type { NodeFault } from './placement/node-fault.ts';
import { checkRequest, requireRevision, withUniqueName } from './require-revision.ts';

type NodeChange = Partial<typeof node.$inferSelect>;

/** Names a node of an organization. */
export interface NodeKey {
  organizationId: string;
  id: string;
}

/** Changes a node within a transaction. Throws the errors of `updateNode`. */
export async function updateNode(transaction: Database, key: NodeKey, data: NodeUpdateInput): Promise<NodeRow> {
  checkRequest(data);
  return withUniqueName(data.name ?? '', () =>
    changeNode(transaction, {
      ...key,
      decide: async (row) => {
        await requireRevision(transaction, row, data.expectedRevision);
        const change = changeOf(row, data);
        throwFirst(await judgeChange(transaction, row, { ...row, ...change }));
        return { ...change, firstClientVersion: firstVersionAfter(row, change.clientVersion) };
      },
    }),
  );
}

/** Returns every reason why a node's host cannot run it with a change. */
export const judgeChange = async (database: Database, row: NodeRow, changed: NodeRow): Promise<NodeFault[]> =>
  judgeNode(await hostOfNode(database, row), configOf(changed), { config: configOf(row), data: dataFormatOf(row) });

/** Returns the columns of a node after a change. */
export const changeOf = (row: NodeRow, data: NodeUpdateInput) => ({
  name: data.name ?? row.name,
  client: data.client ?? row.client,
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
  /** Returns the change without applying it, or throws why it is refused. */
  decide: (row: NodeRow) => NodeChange | Promise<NodeChange>;
  /** Default: false. */
  isAllowedDuringDeletion?: boolean;
}

/** Changes a node within a transaction, unless nothing changes. */
async function changeNode(
  transaction: Database,
  { organizationId, id, decide, isAllowedDuringDeletion = false }: ChangeOptions,
): Promise<NodeRow> {
  const row = await lockNode(transaction, organizationId, id);
  if (!isAllowedDuringDeletion) requireUndeleted(row);
  const change = await decide(row);
  const differs = (Object.keys(change) as (keyof NodeChange)[]).some(
    (key) => key !== 'firstClientVersion' && JSON.stringify(change[key]) !== JSON.stringify(row[key]),
  );
  return differs ? reviseNode(transaction, row, change) : row;
}

/** Throws `node_being_deleted`. */
export function requireUndeleted({ name, desiredState }: NodeRow): void {
  if (desiredState === 'deleted')
    throw domainError('node_being_deleted', `${name} is being deleted and cannot be changed`);
}

/** Raises a node's revision and its executor's, so that the agent learns of a change. */
export async function reviseNode(transaction: Database, row: NodeRow, change: NodeChange = {}): Promise<NodeRow> {
  const [changed] = await transaction
    .update(node)
    .set({ ...change, revision: row.revision + 1, updatedAt: new Date() })
    .where(eq(node.id, row.id))
    .returning();
  await bumpRevision(transaction, row.executorId);
  return { ...row, ...changed };
}
