import type { GraphQLResolveInfo } from 'graphql';
import pLimit from 'p-limit';
import { maxPageSize } from '../../contract/limits.ts';
import type {
  MutationChangeNodesArgs,
  NodeIssue,
  NodesChangeInput,
  NodesChangeOutcome,
  NodeUpdateInput,
  NodeWhereInput,
} from '../../contract/types.generated.ts';
import type { Database } from '../platform/database/database.ts';
import { domainError } from '../platform/input/errors.ts';
import type { RequestContext } from '../request/context.ts';
import { adminMutation, organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { changeOf, differs, judgeChange, lifecycleChange, nodeMutations, requireUndeleted } from './change-node.ts';
import { dataAfter } from './data/data-removal.ts';
import { countNodes, findNodes, listedOf } from './find-nodes.ts';
import { faultOfError, issuesOfFault } from './placement/node-fault.ts';

const maxNodes = maxPageSize;
/** Each takes a connection for its transaction. */
const atOnce = 4;

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
  return findNodes(database, condition, [], { take: maxNodes, skip: 0 });
}

interface Result {
  outcome: NodesChangeOutcome;
  issues: NodeIssue[];
  node: NodeRow | null;
}

const refused = (node: NodeRow | null, issues: NodeIssue[]): Result => ({
  outcome: 'refused',
  issues: issues.map((issue) => {
    const [root = '', field, ...rest] = issue.path;
    return field === 'setLabels' ? { ...issue, path: [root, 'labels', 'set', ...rest] } : issue;
  }),
  node,
});
const accepted = (node: NodeRow, isChanged: boolean): Result => ({
  outcome: isChanged ? 'changed' : 'unchanged',
  issues: [],
  node,
});

/** The change without an action, as that of one node. */
const updateOf = ({ clientVersion, labels }: NodesChangeInput): NodeUpdateInput => ({
  clientVersion,
  setLabels: labels?.set,
  unsetLabels: labels?.unset,
});

async function judge(database: Database, row: NodeRow, request: NodesChangeInput): Promise<Result> {
  const { action } = request;
  if (action === 'delete')
    return accepted(row, differs(row, { desiredState: 'deleted', ...dataAfter(row, null, null) }));
  try {
    requireUndeleted(row);
  } catch (error) {
    return refused(row, issuesOfFault(faultOfError(error)));
  }
  if (action != null) return accepted(row, differs(row, lifecycleChange(row, action)));
  const data = updateOf(request);
  const change = changeOf(row, data);
  const faults = await judgeChange(database, row, { ...row, ...change }, data);
  return faults.length === 0 ? accepted(row, differs(row, change)) : refused(row, faults.flatMap(issuesOfFault));
}

/**
 * Changes one node with the mutation for one node: in its own transaction, with its own audit action. With an
 * `Idempotency-Key`, its own answer is stored in that transaction, under its own name of the response.
 */
function changeOne(
  request: NodesChangeInput,
  id: string,
  ...[context, { path, ...info }]: [RequestContext, GraphQLResolveInfo]
): Promise<NodeRow> {
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

/** Chooses the nodes. With an `Idempotency-Key`, a repeat gets the same ones, although they may no longer match. */
const choose = adminMutation({
  run: async ({ where, expectedCount }: MutationChangeNodesArgs, { caller, database }) => {
    const rows = await matchingNodes(database, caller, where);
    if (rows.length !== expectedCount)
      throw domainError(
        'action_not_possible',
        `${rows.length} nodes match, not ${expectedCount}. Nothing was changed; preview the change again.`,
      );
    return rows.map(({ id, name, revision }) => ({ id, name, revision }));
  },
  subject: () => null,
});

export const changeNodesResolvers = (): Resolvers => ({
  Query: {
    previewNodesChange: organizationQuery(null, ({ data, where }, { reader, context: { budget, database } }) =>
      budget.inTurn(async () => {
        const rows = await matchingNodes(database, reader, where);
        const results = await pLimit(atOnce).map(rows, async (row) => ({
          ...{ id: row.id, name: row.name },
          ...(await judge(database, row, data)),
        }));
        return { count: rows.length, results };
      }),
    ),
  },
  Mutation: {
    changeNodes: {
      ...choose,
      resolve: async (root, args, context, info) => {
        const chosen = await choose.resolve(root, args, context, info);
        const results = await pLimit(atOnce).map(chosen, async ({ id, name, revision }) => {
          const result = await changeOne(args.data, id, context, info).then(
            (node) => accepted(node, node.revision !== revision),
            (error: unknown) => refused(null, issuesOfFault(faultOfError(error))),
          );
          return { id, name, ...result };
        });
        return { count: chosen.length, results };
      },
    },
  },
});
