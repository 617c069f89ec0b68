import { isDeepStrictEqual } from 'node:util';
import type { ConfigOverride } from '../../bitcoin/node-config.ts';
import { torOf } from '../../bitcoin/tor.ts';
import type {
  MutationDeleteNodeArgs,
  MutationRequestNodeLifecycleActionArgs,
  MutationUpdateNodeArgs,
  NodeLifecycleAction,
  NodeUpdateInput,
} from '../../contract/types.generated.ts';
import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { labelList, labelsAfter } from '../fleet/inventory/labels.ts';
import { type Database, isRow } from '../platform/database/database.ts';
import { domainError, type Issue } from '../platform/input/errors.ts';
import type { PersonalCaller } from '../request/caller.ts';
import { adminMutation, changes } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { requireRevision } from '../request/revision.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { nameFaults, requestFaults, withUniqueName } from './check-request.ts';
import { dataFormatOf, firstVersionAfter } from './data/data-format.ts';
import { dataAfter } from './data/data-removal.ts';
import { lockNode } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import { hostOfNode, judgeNode } from './placement/judge-node.ts';
import { trimKey } from './placement/node-defaults.ts';
import { type NodeFault, throwFaults } from './placement/node-fault.ts';

type NodeChange = Partial<typeof node.$inferSelect>;

/** Returns every reason against a requested change of a node. */
export async function judgeChange(
  database: Database,
  { row, changed, request }: { row: NodeRow; changed: NodeRow; request: NodeUpdateInput },
): Promise<NodeFault[]> {
  const present = { config: configOf(row), data: dataFormatOf(row) };
  const ofHost = judgeNode(await hostOfNode(database, row), configOf(changed), present);
  return [
    ...requestFaults(request, row.labels),
    ...(changed.name === row.name ? [] : await nameFaults(database, changed)),
    ...ofHost.map((fault) => ({ ...fault, issues: issuesOfRequest(fault.issues, changed, request) })),
  ];
}

/** The paths of set overrides name their place in the request. */
function issuesOfRequest(issues: readonly Issue[], changed: NodeRow, { setOverrides }: NodeUpdateInput): Issue[] {
  const kept = changed.overrides.length - (setOverrides?.length ?? 0);
  return issues.map((issue) => {
    const [root = '', field, index, ...rest] = issue.path;
    const isSet = setOverrides != null && field === 'overrides' && typeof index === 'number' && index >= kept;
    return isSet ? { ...issue, path: [root, 'setOverrides', index - kept, ...rest] } : issue;
  });
}

/** Single overrides apply to those of the locked row, so that concurrent changes of other keys are not lost. */
function overridesAfter(
  row: NodeSettings,
  { overrides, setOverrides, unsetOverrides }: NodeUpdateInput,
): ConfigOverride[] {
  if (overrides != null) return overrides.map(trimKey);
  const set = (setOverrides ?? []).map(trimKey);
  const replaced = new Set([...set.map(({ key }) => key), ...(unsetOverrides ?? []).map((key) => key.trim())]);
  return [...row.overrides.filter(({ key }) => !replaced.has(key)), ...set];
}

/** What an update may change. */
export type NodeSettings = Pick<
  NodeRow,
  | 'name'
  | 'client'
  | 'clientVersion'
  | 'tor'
  | 'nodeType'
  | 'cpuCores'
  | 'memoryMiB'
  | 'diskGiB'
  | 'overrides'
  | 'labels'
  | 'desiredState'
  | 'revertFailedChange'
>;

export const changeOf = (row: NodeSettings, data: NodeUpdateInput): NodeSettings => ({
  name: data.name ?? row.name,
  client: data.client ?? row.client,
  clientVersion: data.clientVersion ?? row.clientVersion,
  tor: data.tor == null ? row.tor : torOf(data.tor),
  nodeType: data.nodeType ?? row.nodeType,
  cpuCores: data.resources?.cpuCores ?? row.cpuCores,
  memoryMiB: data.resources?.memoryMiB ?? row.memoryMiB,
  diskGiB: data.resources?.diskGiB ?? row.diskGiB,
  overrides: overridesAfter(row, data),
  labels: labelsAfter(row.labels, data),
  desiredState: data.desiredState ?? row.desiredState,
  revertFailedChange: data.revertFailedChange ?? row.revertFailedChange,
});

/** Throws `revision_conflict`. */
export function requireNodeRevision(database: Database, row: NodeRow, data: NodeUpdateInput): Promise<void> {
  const { id, organizationId, name, revision, desiredState, revertFailedChange } = row;
  const values = { name, ...configOf(row), labels: labelList(row.labels), desiredState, revertFailedChange };
  return requireRevision(database, data, { type: 'node', id, organizationId, name, revision, values });
}

/** Locks a node that is not being deleted. */
export async function lockUndeleted(transaction: Database, caller: PersonalCaller, id: string): Promise<NodeRow> {
  const row = await lockNode(transaction, caller.organizationId, id);
  requireUndeleted(row);
  return row;
}

export const differs = (row: NodeRow, change: NodeChange): boolean =>
  (Object.keys(change) as (keyof NodeChange)[]).some(
    (key) => key !== 'firstClientVersion' && !isDeepStrictEqual(change[key], row[key]),
  );

/** Changes a locked node, unless nothing changes. */
const changeNode = async (transaction: Database, row: NodeRow, change: NodeChange): Promise<NodeRow> =>
  differs(row, change) ? reviseNode(transaction, row, change) : row;

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
    .where(isRow(node, row))
    .returning();
  await bumpRevision(transaction, row.executor);
  return { ...row, ...changed };
}

export const lifecycleChange = ({ restartCounter }: NodeRow, action: NodeLifecycleAction) => ({
  desiredState: action === 'stop' ? ('stopped' as const) : ('running' as const),
  restartCounter: restartCounter + (action === 'restart' ? 1 : 0),
});

/** Updates a locked node. Throws what is against it. */
export async function updateLocked(transaction: Database, row: NodeRow, data: NodeUpdateInput): Promise<NodeRow> {
  const change = changeOf(row, data);
  const changed = { ...row, ...change };
  throwFaults(await judgeChange(transaction, { row, changed, request: data }));
  const firstClientVersion = firstVersionAfter(row, change.clientVersion);
  return withUniqueName(transaction, changed, (savepoint) =>
    changeNode(savepoint, row, { ...change, firstClientVersion }),
  );
}

/** Starts, stops or restarts a locked node. */
export const actOnLocked = (transaction: Database, row: NodeRow, action: NodeLifecycleAction): Promise<NodeRow> =>
  changeNode(transaction, row, lifecycleChange(row, action));

export const nodeMutations = {
  updateNode: adminMutation({
    run: async ({ data, where }: MutationUpdateNodeArgs, { caller, database }) => {
      const row = await lockUndeleted(database, caller, where.id);
      await requireNodeRevision(database, row, data);
      return { node: await updateLocked(database, row, data) };
    },
    ...changes('node'),
  }),
  requestNodeLifecycleAction: adminMutation({
    run: async ({ id, action }: MutationRequestNodeLifecycleActionArgs, { caller, database }) => {
      const row = await lockUndeleted(database, caller, id);
      return { node: await actOnLocked(database, row, action) };
    },
    subject: changes('node').subject,
    target: ({ id }) => ({ type: 'node', id }),
  }),
  // A repeated request may change what happens to the data until the deletion is done.
  deleteNode: adminMutation({
    run: async ({ where, dataPolicy, removal }: MutationDeleteNodeArgs, { caller, database }) => {
      const row = await lockNode(database, caller.organizationId, where.id);
      const change = { desiredState: 'deleted', ...dataAfter(row, dataPolicy, removal) } as const;
      return { node: await changeNode(database, row, change) };
    },
    ...changes('node'),
  }),
};

export const changeNodeResolvers = (): Resolvers => ({ Mutation: nodeMutations });
