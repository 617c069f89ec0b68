import type { GraphQLResolveInfo } from 'graphql';
import pLimit from 'p-limit';
import { maxPageSize } from '../../contract/limits.ts';
import type {
  MutationChangeNodesArgs,
  NodeIssue,
  NodeRolloutChange,
  NodesChangeInput,
  NodesChangeOutcome,
  NodeUpdateInput,
  NodeWhereInput,
} from '../../contract/types.generated.ts';
import { changeOf, differs, lifecycleChange, nodeMutations } from '../nodes/change-node.ts';
import { dataAfter } from '../nodes/data/data-removal.ts';
import { countNodes, findNodes, findNodesById, listedOf } from '../nodes/find-nodes.ts';
import { fault, faultOfError, issuesOfFault } from '../nodes/placement/node-fault.ts';
import { isRunning, restarts } from '../nodes/restarts.ts';
import type { Database } from '../platform/database/database.ts';
import { domainError, invalidInput } from '../platform/input/errors.ts';
import type { PersonalCaller } from '../request/caller.ts';
import type { RequestContext } from '../request/context.ts';
import { adminMutation, organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { MemberRequest, NodeRolloutPolicy } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { groupSizeIssues } from './engine/start-rules.ts';
import { selectNodeRollout } from './node-rollouts.ts';
import { againstPolicy, hasPolicy, holdsForOne, readPolicy } from './policy.ts';
import {
  busyNodes,
  changesOf,
  insertRollout,
  judgeMemberChange,
  lockStarts,
  requesterOf,
} from './start-node-rollout.ts';

const maxNodes = maxPageSize;
/** Each takes a connection for its transaction. */
const callsAtOnce = 4;

/** Throws `limit_reached`. */
async function matchingNodes(
  database: Database,
  { organizationId }: { organizationId: string },
  where: NodeWhereInput,
): Promise<NodeRow[]> {
  const condition = listedOf(organizationId, where);
  const { total } = await countNodes(database, condition);
  if (total > maxNodes)
    throw domainError(
      'limit_reached',
      `${total} nodes match, and at most ${maxNodes} can be changed at once. Narrow the filter.`,
    );
  return findNodes(database, condition, { take: maxNodes, skip: 0 });
}

interface Result {
  outcome: NodesChangeOutcome;
  issues: NodeIssue[];
  node: NodeRow | null;
  /** Only of a preview. */
  changes: NodeRolloutChange[];
}

/** Where the request of one node has its fields in that of several. */
const fieldPaths: Readonly<Record<string, readonly string[]>> = {
  setLabels: ['labels', 'set'],
  resources: ['settings', 'resources'],
  setOverrides: ['settings', 'setOverrides'],
  unsetOverrides: ['settings', 'unsetOverrides'],
};

const refused = (node: NodeRow | null, issues: NodeIssue[]): Result => ({
  outcome: 'refused',
  issues: issues.map((issue) => {
    const [root = '', field = '', ...rest] = issue.path;
    const path = fieldPaths[field];
    return path === undefined ? issue : { ...issue, path: [root, ...path, ...rest] };
  }),
  node,
  changes: [],
});
const accepted = (node: NodeRow, isChanged: boolean): Result => ({
  outcome: isChanged ? 'changed' : 'unchanged',
  issues: [],
  node,
  changes: [],
});

/** The change without an action, as that of one node. */
const updateOf = ({ clientVersion, labels, settings }: NodesChangeInput): NodeUpdateInput => ({
  clientVersion,
  setLabels: labels?.set,
  unsetLabels: labels?.unset,
  ...settings,
});

/** Throws `invalid_input` for settings without any, which would look like a change that is already made. */
function requireSettings({ settings }: NodesChangeInput): void {
  if (settings == null) return;
  const { resources, setOverrides = [], unsetOverrides = [] } = settings;
  const values = [...Object.values(resources ?? {}), ...(setOverrides ?? []), ...(unsetOverrides ?? [])];
  if (values.every((value) => value == null))
    throw invalidInput([{ path: ['data', 'settings'], message: 'must change a resource or an override' }]);
}

/** What a rollout would request of a node; null for a change that no rollout makes. */
function memberRequestOf(request: NodesChangeInput): MemberRequest | null {
  if (request.action === 'restart') return { restart: true };
  return request.clientVersion == null && request.settings == null ? null : { update: updateOf(request) };
}

/** Whether the change takes down a node that runs. */
function interrupts(row: NodeRow, request: NodesChangeInput): boolean {
  const member = memberRequestOf(request);
  return member !== null && isRunning(row) && restarts(row, member);
}

async function judge(database: Database, row: NodeRow, request: NodesChangeInput): Promise<Result> {
  const { action } = request;
  if (action === 'delete')
    return accepted(row, differs(row, { desiredState: 'deleted', ...dataAfter(row, null, null) }));
  const member: MemberRequest = memberRequestOf(request) ?? { update: updateOf(request) };
  const faults = await judgeMemberChange(database, { row, request: action == null ? member : { restart: true } });
  if (faults.length > 0) return refused(row, faults.flatMap(issuesOfFault));
  if (action != null) return accepted(row, differs(row, lifecycleChange(row, action)));
  const isChanged = differs(row, changeOf(row, updateOf(request)));
  return { ...accepted(row, isChanged), changes: changesOf({ row, request: member }) };
}

/**
 * Changes one node with the mutation for one node: in its own transaction, with its own audit action. With an
 * `Idempotency-Key`, its own answer is stored in that transaction, under its own name of the response.
 */
function changeOne(
  request: NodesChangeInput,
  id: string,
  ...[context, { path, ...info }]: [RequestContext, GraphQLResolveInfo]
): Promise<{ node: NodeRow }> {
  const { updateNode, requestNodeLifecycleAction, deleteNode } = nodeMutations;
  const { action } = request;
  const as = (fieldName: keyof typeof nodeMutations) => ({
    ...info,
    fieldName,
    path: { ...path, key: `${path.key} ${id}` },
  });
  if (action === 'delete') return deleteNode.resolve(null, { where: { id } }, context, as('deleteNode'));
  if (action != null)
    return requestNodeLifecycleAction.resolve(null, { id, action }, context, as('requestNodeLifecycleAction'));
  return updateNode.resolve(null, { data: updateOf(request), where: { id } }, context, as('updateNode'));
}

type Refusal = { id: string; name: string; issues: NodeIssue[] };

/** What becomes of the nodes that match. With an `Idempotency-Key`, it is stored as JSON. */
interface Choice {
  /** Changed at once. */
  chosen: { id: string; name: string; revision: number }[];
  rollout: { id: string; members: { id: string; name: string }[] } | null;
  /** They cannot become members. */
  refusals: Refusal[];
}

const plainOf = ({ id, name, revision }: NodeRow) => ({ id, name, revision });

/** Starts a rollout if the change would restart several running nodes. */
async function planChoice(
  database: Database,
  ...[caller, rows, { data, parallel, atOnce }, policy]: [
    caller: PersonalCaller,
    rows: readonly NodeRow[],
    args: MutationChangeNodesArgs,
    policy: NodeRolloutPolicy,
  ]
): Promise<Choice> {
  const atOnceOnly = { chosen: rows.map(plainOf), rollout: null, refusals: [] };
  const request = memberRequestOf(data);
  const interrupted = rows.filter((row) => interrupts(row, data));
  // One node alone needs no rollout unless the request holds it.
  const mostAlone = holdsForOne(policy) ? 0 : 1;
  if (request === null || atOnce === true || interrupted.length <= mostAlone) return atOnceOnly;
  await lockStarts(database, caller.organizationId);
  const ids = interrupted.map(({ id }) => id);
  const busy = await busyNodes(database, caller.organizationId, ids);
  const impossible = await againstPolicy(database, interrupted, policy);
  const members: NodeRow[] = [];
  const refusals: Refusal[] = [];
  for (const row of interrupted) {
    const against = [busy.get(row.id), impossible.get(row.id)].filter((message) => message !== undefined);
    const ofRollout = against.map((message) => fault('rollout_not_possible', message));
    const faults = [...(await judgeMemberChange(database, { row, request })), ...ofRollout];
    if (faults.length === 0) members.push(row);
    else refusals.push({ id: row.id, name: row.name, issues: faults.flatMap(issuesOfFault) });
  }
  const isMember = new Set(ids);
  const chosen = rows.filter(({ id }) => !isMember.has(id)).map(plainOf);
  if (members.length <= mostAlone) return { chosen: [...chosen, ...members.map(plainOf)], rollout: null, refusals };
  const planned = members.map((row) => ({ row, request }));
  const { id } = await insertRollout(database, requesterOf(caller), planned, { parallel: parallel ?? 1, policy });
  return { chosen, rollout: { id, members: members.map((row) => ({ id: row.id, name: row.name })) }, refusals };
}

/** Chooses the nodes. With an `Idempotency-Key`, a repeat gets the same ones, although they may no longer match. */
const choose = adminMutation({
  run: async (args: MutationChangeNodesArgs, { caller, database }): Promise<Choice> => {
    const { where, expectedCount, parallel, atOnce } = args;
    const issues = groupSizeIssues(parallel, ['parallel']);
    if (parallel != null && atOnce === true)
      issues.push({ path: ['atOnce'], message: 'must not be set together with parallel' });
    const policy = readPolicy(args.policy, ['policy']);
    if (hasPolicy(policy) && atOnce === true)
      issues.push({ path: ['policy'], message: 'must not be set together with atOnce' });
    if (hasPolicy(policy) && memberRequestOf(args.data) === null)
      issues.push({ path: ['policy'], message: 'applies only to a restart, another version and other settings' });
    if (issues.length > 0) throw invalidInput(issues);
    requireSettings(args.data);
    const rows = await matchingNodes(database, caller, where);
    if (rows.length !== expectedCount)
      throw domainError(
        'action_not_possible',
        `${rows.length} nodes match, not ${expectedCount}. Nothing was changed; preview the change again.`,
      );
    return planChoice(database, caller, rows, args, policy);
  },
  subject: ({ rollout }) => (rollout === null ? null : { type: 'node_rollout', id: rollout.id }),
});

const byName = <T extends { name: string }>(results: readonly T[]): T[] =>
  results.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));

export const changeNodesResolvers = (): Resolvers => ({
  Query: {
    previewNodesChange: organizationQuery(null, ({ data, where }, { reader, context: { budget, database } }) =>
      budget.inTurn(async () => {
        requireSettings(data);
        const rows = await matchingNodes(database, reader, where);
        const results = await pLimit(callsAtOnce).map(rows, async (row) => ({
          ...{ id: row.id, name: row.name },
          ...(await judge(database, row, data)),
        }));
        const interrupted = results.filter(
          ({ outcome, node }) => outcome === 'changed' && node !== null && interrupts(node, data),
        );
        return { count: rows.length, restarts: interrupted.length, results };
      }),
    ),
  },
  Mutation: {
    changeNodes: {
      ...choose,
      resolve: async (root, args, context, info) => {
        const { chosen, rollout, refusals } = await choose.resolve(root, args, context, info);
        const changed = await pLimit(callsAtOnce).map(chosen, async ({ id, name, revision }) => {
          const result = await changeOne(args.data, id, context, info).then(
            ({ node }) => accepted(node, node.revision !== revision),
            (error: unknown) => refused(null, issuesOfFault(faultOfError(error))),
          );
          return { id, name, ...result };
        });
        const organizationId = context.caller?.organizationId ?? '';
        const members = rollout?.members ?? [];
        const ids = members.map(({ id }) => id);
        const rows = new Map((await findNodesById(context.database, organizationId, ids)).map((row) => [row.id, row]));
        const [started = null] =
          rollout === null ? [] : await selectNodeRollout(context.database, organizationId, rollout.id);
        const results = [
          ...changed,
          ...refusals.map(({ id, name, issues }) => ({ id, name, ...refused(null, issues) })),
          ...members.map(({ id, name }) => {
            const outcome: NodesChangeOutcome = 'in_rollout';
            return { id, name, outcome, issues: [], node: rows.get(id) ?? null, changes: [] };
          }),
        ];
        return { count: results.length, restarts: members.length, results: byName(results), rollout: started };
      },
    },
  },
});
