import type { NodeUpdateInput } from '../../contract/types.generated.ts';
import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import type { Database } from '../platform/database/database.ts';
import { eq } from '../platform/database/drizzle.ts';
import { domainError } from '../platform/input/errors.ts';
import type { PersonalCaller } from '../request/caller.ts';
import { adminMutation, changes } from '../request/mutation.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { dataFormatOf, firstVersionAfter } from './data/data-format.ts';
import { dataAfter } from './data/data-removal.ts';
import { lockNode } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import { hostOfNode, judgeNode } from './placement/judge-node.ts';
import { trimKey } from './placement/node-defaults.ts';
import { type NodeFault, throwFaults } from './placement/node-fault.ts';
import { nameFaults, requestFaults, requireRevision, withUniqueName } from './require-revision.ts';

type NodeChange = Partial<typeof node.$inferSelect>;

/** Returns every reason against a requested change of a node. */
export async function judgeChange(
  database: Database,
  ...[row, changed, request]: [row: NodeRow, changed: NodeRow, request: NodeUpdateInput]
): Promise<NodeFault[]> {
  const present = { config: configOf(row), data: dataFormatOf(row) };
  return [
    ...requestFaults(request),
    ...(changed.name === row.name ? [] : await nameFaults(database, changed)),
    ...judgeNode(await hostOfNode(database, row), configOf(changed), present),
  ];
}

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

/** Locks a node that is not being deleted. */
export async function lockUndeleted(transaction: Database, caller: PersonalCaller, id: string): Promise<NodeRow> {
  const row = await lockNode(transaction, caller.organizationId, id);
  requireUndeleted(row);
  return row;
}

/** Changes a locked node, unless nothing changes. */
async function changeNode(transaction: Database, row: NodeRow, change: NodeChange): Promise<NodeRow> {
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

export const changeNodeResolvers = (): Resolvers => ({
  Mutation: {
    updateNode: adminMutation({
      run: async ({ data, where }, { caller, database }) => {
        const row = await lockUndeleted(database, caller, where.id);
        await requireRevision(database, row, data.expectedRevision);
        const change = changeOf(row, data);
        const changed = { ...row, ...change };
        throwFaults(await judgeChange(database, row, changed, data));
        const firstClientVersion = firstVersionAfter(row, change.clientVersion);
        return withUniqueName(database, changed, (savepoint) =>
          changeNode(savepoint, row, { ...change, firstClientVersion }),
        );
      },
      ...changes('node'),
    }),
    requestNodeLifecycleAction: adminMutation({
      run: async ({ id, action }, { caller, database }) => {
        const row = await lockUndeleted(database, caller, id);
        const restartCounter = row.restartCounter + (action === 'restart' ? 1 : 0);
        return changeNode(database, row, { desiredState: action === 'stop' ? 'stopped' : 'running', restartCounter });
      },
      subject: changes('node').subject,
      target: ({ id }) => ({ type: 'node', id }),
    }),
    // A repeated request may change what happens to the data until the deletion is done.
    deleteNode: adminMutation({
      run: async ({ where, dataPolicy, removal }, { caller, database }) => {
        const row = await lockNode(database, caller.organizationId, where.id);
        return changeNode(database, row, { desiredState: 'deleted', ...dataAfter(row, dataPolicy, removal) });
      },
      ...changes('node'),
    }),
  },
});
