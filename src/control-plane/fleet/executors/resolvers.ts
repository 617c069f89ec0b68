import { isDeepStrictEqual } from 'node:util';
import type { ExecutorUpdateInput, ExecutorWhereInput } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, hasKey, isRow, ne, not, oneRow, type SQL } from '../../platform/database/database.ts';
import { emptyConnection, positionedConnection } from '../../platform/input/connection.ts';
import type { Position } from '../../platform/input/cursors.ts';
import { domainError } from '../../platform/input/errors.ts';
import { keysetPageOf, positionOf } from '../../platform/input/keyset.ts';
import { type OrderTerm, orderSql, type Page } from '../../platform/input/pages.ts';
import { adminMutation, changes, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { requireRevision } from '../../request/revision.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { node, nodesOn } from '../../tables/nodes.ts';
import { changeLabels, labelList } from '../inventory/labels.ts';
import { executorCondition, executorOrder } from '../inventory/where.ts';
import { findExecutor, lockExecutor } from './find-executor.ts';

const inScope = (organizationId: string, where: ExecutorWhereInput | null | undefined) =>
  and(eq(executor.organizationId, organizationId), executorCondition(where));

/** Returns executors in the given order, each with its position. */
async function findInOrder(
  database: Database,
  condition: SQL | undefined,
  order: readonly OrderTerm[],
  { take, skip }: Page,
): Promise<{ node: ExecutorRow; position: Position }[]> {
  const inOrder = order.map(orderSql);
  // Only the rows of the page are fetched whole.
  const { organizationId, id } = executor;
  const keys = database
    .select({ organizationId, id })
    .from(executor)
    .where(condition)
    .orderBy(...inOrder);
  const onPage = keys.limit(take).offset(skip).as('on_page');
  return database
    .select({ node: executor, position: positionOf(order) })
    .from(onPage)
    .innerJoin(executor, hasKey(executor, onPage.organizationId, onPage.id))
    .orderBy(...inOrder);
}

/** Deletes a locked executor. Throws `executor_has_nodes`. */
async function deleteExecutor(transaction: Database, row: ExecutorRow): Promise<void> {
  // The agent of a lost host never confirms a deletion.
  const counts = row.online ? undefined : ne(node.desiredState, 'deleted');
  const [remaining] = await transaction.select({ name: node.name }).from(node).where(nodesOn(row, counts)).limit(1);
  if (remaining !== undefined)
    throw domainError(
      'executor_has_nodes',
      `${row.name} still has nodes (such as ${remaining.name}); delete them first`,
    );
  await transaction.delete(executor).where(isRow(executor, row));
  const { organizationId, id: executorId } = row;
  await publish(transaction, { kind: 'executor-deleted', organizationId, executorId });
}

/** Changes the labels of a locked executor. Throws `revision_conflict`. */
async function changeLabelsOf(
  transaction: Database,
  row: ExecutorRow,
  data: ExecutorUpdateInput,
): Promise<ExecutorRow> {
  const { id, organizationId, name, revision } = row;
  const values = { labels: labelList(row.labels) };
  await requireRevision(transaction, data, { type: 'executor', id, organizationId, name, revision, values });
  const labels = changeLabels(row.labels, data);
  if (isDeepStrictEqual(labels, row.labels)) return row;
  const change = { labels, revision: revision + 1 };
  return oneRow(await transaction.update(executor).set(change).where(isRow(executor, row)).returning());
}

export const executorResolvers = (): Resolvers => ({
  Query: {
    executors: organizationQuery([], async ({ where, orderBy, ...args }, { reader, context }) => {
      const { budget, database } = context;
      const condition = inScope(reader.organizationId, where);
      const order = executorOrder(orderBy);
      const rows = await budget.fetchPage(args, (page) => findInOrder(database, condition, order, page));
      return rows.map(({ node: row }) => row);
    }),
    executorsConnection: organizationQuery(emptyConnection, async (args, { reader: { organizationId }, context }) => {
      const { budget, database, cursors } = context;
      const page = keysetPageOf(cursors, { name: 'executors', organizationId }, executorOrder(args.orderBy), args);
      const condition = and(inScope(organizationId, args.where), page.after);
      const rows = await budget.fetchRows(page.take + 1, (take) =>
        findInOrder(database, condition, page.order, { take, skip: 0 }),
      );
      return positionedConnection(page.list, page, rows);
    }),
    executorCounts: organizationQuery(null, async ({ where }, { reader, context: { database } }) => {
      const condition = inScope(reader.organizationId, where);
      const total = await database.$count(executor, condition);
      // An index has the few that are offline.
      const offline = await database.$count(executor, and(condition, not(executor.online)));
      return { total, online: total - offline, offline };
    }),
    executor: organizationQuery(null, ({ where }, { reader, context }) =>
      findExecutor(context.database, reader.organizationId, where.id),
    ),
  },
  Mutation: {
    deleteExecutor: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const row = await lockExecutor(database, caller.organizationId, where.id);
        await deleteExecutor(database, row);
        return { executor: row };
      },
      ...changes('executor'),
    }),
    updateExecutor: adminMutation({
      run: async ({ where, data }, { caller, database }) => {
        const row = await lockExecutor(database, caller.organizationId, where.id);
        return { executor: await changeLabelsOf(database, row, data) };
      },
      ...changes('executor'),
    }),
  },
  Executor: {
    labels: ({ labels }) => labelList(labels),
    orphans: ({ id, orphans }) => orphans.map((orphan) => ({ ...orphan, executorId: id })),
    dataRoots: ({ resources }) => resources.dataRoots ?? [],
    status: ({ online }) => (online ? 'online' : 'offline'),
  },
  OrphanedNode: {
    // The same chain data can be on several executors.
    id: ({ executorId, nodeId }) => `${executorId}:${nodeId}`,
    kept: ({ kept }) => kept ?? false,
  },
});
