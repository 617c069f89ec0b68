import { healthOrder } from '../../contract/health.ts';
import { namePattern } from '../../contract/names.ts';
import type {
  Network,
  NodeCounts,
  NodeHealthState,
  NodeOrderByInput,
  NodePhase,
  NodeWhereInput,
} from '../../contract/types.generated.ts';
import { lockExecutor } from '../fleet/executors/find-executor.ts';
import {
  hasReportedProblem,
  isBehindSiblings,
  isDrained,
  isOffline,
  isOnOtherBranch,
} from '../fleet/inventory/node-problems.ts';
import { nodeCondition, nodeOrder, nodesByName, shownHealth, shownPhase } from '../fleet/inventory/where.ts';
import {
  and,
  count,
  type Database,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
} from '../platform/database/database.ts';
import { hasKey, hasKeys, type TenantKey } from '../platform/database/tenant-keys.ts';
import { emptyConnection, positionedConnection } from '../platform/input/connection.ts';
import type { Position } from '../platform/input/cursors.ts';
import { unknownId } from '../platform/input/errors.ts';
import { keysetPageOf, positionOf } from '../platform/input/keyset.ts';
import { type OrderTerm, orderSql, type Page, pageOf } from '../platform/input/pages.ts';
import { isUuid } from '../platform/input/scalars.ts';
import type { RequestContext } from '../request/context.ts';
import { onPage, pagesLoader, perRequest } from '../request/loaders.ts';
import { organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { SnapshotReader } from '../request/trail/audit-trail.ts';
import { executor } from '../tables/executors.ts';
import { isPendingOf, nodeOperation, type OperationRow } from '../tables/node-operations.ts';
import { type NodeRow, node, nodeListing } from '../tables/nodes.ts';
import { columnsOf, configOf } from './node-config.ts';

/** Returns nodes with their executors by name. */
export const findNodes = async (database: Database, condition: SQL | undefined, page: Page): Promise<NodeRow[]> =>
  (await findNodesInOrder(database, condition, [nodesByName], page)).map(({ node: row }) => row);

/** Returns nodes with their executors, in the given order, each with its position. */
export async function findNodesInOrder(
  database: Database,
  condition: SQL | undefined,
  order: readonly OrderTerm[],
  page: Page,
): Promise<{ node: NodeRow; position: Position }[]> {
  const inOrder = order.map(orderSql);
  // Only the rows of the page are fetched whole. PostgreSQL omits a join unless the condition or the order needs it.
  const onPage = database
    .select({ organizationId: nodeListing.organizationId, id: nodeListing.id })
    .from(nodeListing)
    .leftJoin(node, hasKey(node, nodeListing.organizationId, nodeListing.id))
    .leftJoin(executor, hasKey(executor, nodeListing.organizationId, nodeListing.executorId))
    .where(condition)
    .orderBy(...inOrder)
    .limit(page.take)
    .offset(page.skip)
    .as('on_page');
  const rows = await database
    .select({ node, executor, position: positionOf(order) })
    .from(onPage)
    .innerJoin(nodeListing, hasKey(nodeListing, onPage.organizationId, onPage.id))
    .innerJoin(node, hasKey(node, onPage.organizationId, onPage.id))
    .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
    .orderBy(...inOrder);
  return rows.map((row) => ({ node: { ...row.node, executor: row.executor }, position: row.position }));
}

/** Returns the nodes with these ids, in no order. */
export async function findNodesById(
  database: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<NodeRow[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select({ node, executor })
    .from(node)
    .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
    .where(nodesOf(organizationId, inArray(node.id, [...ids])));
  return rows.map((row) => ({ ...row.node, executor: row.executor }));
}

export async function findNode(database: Database, organizationId: string, id: string): Promise<NodeRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database
    .select({ node, executor })
    .from(node)
    .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
    .where(nodesOf(organizationId, eq(node.id, id)));
  return row && { ...row.node, executor: row.executor };
}

/** Locks a node until the transaction ends; its executor first, as everywhere. Throws Forbidden. */
export async function lockNode(transaction: Database, organizationId: string, id: string): Promise<NodeRow> {
  const row = await lockIfFound(transaction, organizationId, id);
  if (row === undefined) throw unknownId('node');
  return row;
}

/** Locks a node as `lockNode` does. Undefined if it is gone. */
export async function lockIfFound(
  transaction: Database,
  organizationId: string,
  id: string,
): Promise<NodeRow | undefined> {
  const row = await findNode(transaction, organizationId, id);
  if (row === undefined) return undefined;
  await lockExecutor(transaction, organizationId, row.executorId);
  return findNode(transaction, organizationId, id);
}

/** Returns the id of another node with the name. An invalid name is free, and the database may be unable to store it. */
export async function findNamed(
  database: Database,
  { organizationId, name, id }: { organizationId: string; name: string; id?: string },
): Promise<string | undefined> {
  if (!namePattern.test(name)) return undefined;
  const isOther = and(eq(node.name, name), id === undefined ? undefined : ne(node.id, id));
  const [row] = await database.select({ id: node.id }).from(node).where(nodesOf(organizationId, isOther));
  return row?.id;
}

export const nodesOf = (organizationId: string, condition: SQL | undefined): SQL | undefined =>
  and(eq(node.organizationId, organizationId), isNull(node.removedAt), condition);

export const listedOf = (
  organizationId: string,
  where: NodeWhereInput | null | undefined,
  condition?: SQL,
): SQL | undefined => and(eq(nodeListing.organizationId, organizationId), nodeCondition(where), condition);

export async function countNodes(database: Database, condition: SQL | undefined): Promise<NodeCounts> {
  const rows = await database
    .select({ phase: shownPhase, health: shownHealth, network: nodeListing.network, nodes: count() })
    .from(nodeListing)
    .leftJoin(node, hasKey(node, nodeListing.organizationId, nodeListing.id))
    .leftJoin(executor, hasKey(executor, nodeListing.organizationId, nodeListing.executorId))
    .where(condition)
    // PostgreSQL expects few groups of columns with few values and of truth values, and needs no sort.
    .groupBy(
      ...[nodeListing.phase, nodeListing.network, nodeListing.desiredState, isOffline, isDrained],
      ...[isBehindSiblings, isOnOtherBranch, hasReportedProblem],
    );
  const sums = <K>(keyOf: (row: (typeof rows)[number]) => K): [K, number][] =>
    [...Map.groupBy(rows, keyOf)]
      .map(([key, group]): [K, number] => [key, group.reduce((sum, { nodes }) => sum + nodes, 0)])
      .toSorted(([, a], [, b]) => b - a);
  return {
    total: rows.reduce((sum, { nodes }) => sum + nodes, 0),
    byPhase: sums(({ phase }): NodePhase => phase).map(([phase, nodes]) => ({ phase, nodes })),
    byHealth: sums(({ health }): NodeHealthState => health)
      .map(([state, nodes]) => ({ state, nodes }))
      .toSorted((a, b) => healthOrder.indexOf(a.state) - healthOrder.indexOf(b.state)),
    byNetwork: sums(({ network }): Network => network).map(([network, nodes]) => ({ network, nodes })),
  };
}

/** Loads the nodes of executors by name. */
const nodesByExecutorLoader = ({ database, budget }: Pick<RequestContext, 'database' | 'budget'>) =>
  pagesLoader<NodeRow>(
    ({ executorId }) => executorId,
    (executors, page) => {
      const { organizationId, id, executorId: owner, name: order } = nodeListing;
      const where = hasKeys({ organizationId, id: owner }, executors);
      const isOnPage = onPage({ table: nodeListing, key: [organizationId, id], owner, order, where }, page);
      return budget.fetchRows(executors.length * page.take, (take) => findNodes(database, isOnPage, { take, skip: 0 }));
    },
  );

/** Returns the operations of a node that have not ended. */
export const pendingOf = (database: Database, node: TenantKey): Promise<OperationRow[]> =>
  database.select().from(nodeOperation).where(isPendingOf(node));

/** A node's desired state, without observations. */
export const nodeSnapshot: SnapshotReader = {
  read: async (transaction, organizationId, id, locks = false) => {
    // Every change of nodes locks their executor first.
    const row = await (locks ? lockIfFound : findNode)(transaction, organizationId, id);
    if (row === undefined) return undefined;
    const { name, labels, desiredState, restartCounter, dataPolicy, revertFailedChange } = row;
    const operations = (await pendingOf(transaction, row)).map(({ kind, params, state }) => ({ kind, params, state }));
    return {
      name,
      values: {
        name,
        executorName: row.executor.name,
        ...columnsOf(configOf(row)),
        labels,
        desiredState,
        restartCounter,
        dataPolicy,
        revertFailedChange,
        ...(operations.length === 0 ? {} : { operations }),
        ...(row.dataRoot === null ? {} : { dataRoot: row.dataRoot }),
      },
    };
  },
};

/** Hosts are read in the order of their index, if the join is known to be an inner one. */
const isOnHost = (orderBy: readonly NodeOrderByInput[] | null | undefined): SQL | undefined =>
  orderBy?.some(({ executorName }) => executorName != null) ? isNotNull(executor.id) : undefined;

export function findNodeResolvers(): Resolvers {
  const nodesByExecutorOf = perRequest(nodesByExecutorLoader);
  return {
    Query: {
      nodes: organizationQuery([], async ({ where, orderBy, ...args }, { reader, context: { budget, database } }) => {
        const inScope = listedOf(reader.organizationId, where, isOnHost(orderBy));
        const order = nodeOrder(orderBy);
        const rows = await budget.fetchPage(args, (page) => findNodesInOrder(database, inScope, order, page));
        return rows.map(({ node: row }) => row);
      }),
      nodesConnection: organizationQuery(emptyConnection, async (args, { reader, context }) => {
        const { budget, database, cursors } = context;
        const { organizationId } = reader;
        const { where, orderBy } = args;
        const page = keysetPageOf(cursors, { name: 'nodes', organizationId }, nodeOrder(orderBy), args);
        const inScope = listedOf(organizationId, where, and(isOnHost(orderBy), page.after));
        const rows = await budget.fetchRows(page.take + 1, (take) =>
          findNodesInOrder(database, inScope, page.order, { take, skip: 0 }),
        );
        return positionedConnection(page.list, page, rows);
      }),
      nodeCounts: organizationQuery(null, ({ where }, { reader, context }) =>
        countNodes(context.database, listedOf(reader.organizationId, where)),
      ),
      node: organizationQuery(null, ({ where }, { reader, context }) =>
        findNode(context.database, reader.organizationId, where.id),
      ),
    },
    Executor: {
      nodes: (owner, args, context) => nodesByExecutorOf(context).load({ owner, page: pageOf(args) }),
    },
  };
}
