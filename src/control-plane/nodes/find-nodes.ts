import { lockExecutor } from '../fleet/executors/find-executor.ts';
import type { Database } from '../platform/database/database.ts';
import { and, asc, eq, isNull, type SQL } from '../platform/database/drizzle.ts';
import { forbidden } from '../platform/input/errors.ts';
import type { Page } from '../platform/input/pages.ts';
import { isUuid } from '../platform/input/scalars.ts';
import { executor } from '../tables/executors.ts';
import { type NodeRow, node } from '../tables/nodes.ts';

/** Returns nodes with their executors, in the given order and then by name. */
export async function findNodes(
  database: Database,
  condition: SQL | undefined,
  order: readonly SQL[],
  page: Page,
): Promise<NodeRow[]> {
  const rows = await database
    .select({ node, executor })
    .from(node)
    .innerJoin(executor, eq(executor.id, node.executorId))
    .where(condition)
    .orderBy(...order, asc(node.name))
    .limit(page.take)
    .offset(page.skip);
  return rows.map((row) => ({ ...row.node, executor: row.executor }));
}

/** Returns undefined for a node that is not in the organization. */
export async function findNode(database: Database, organizationId: string, id: string): Promise<NodeRow | undefined> {
  if (!isUuid(id)) return undefined;
  const condition = and(eq(node.id, id), eq(node.organizationId, organizationId), isNull(node.removedAt));
  const [row] = await findNodes(database, condition, [], { take: 1, skip: 0 });
  return row;
}

/**
 * Locks a node for a change until the transaction ends, and returns it. Locks its executor first, as everywhere, so that other changes on
 * that executor wait. Throws Forbidden.
 */
export async function lockNode(transaction: Database, organizationId: string, id: string): Promise<NodeRow> {
  const unlocked = await findNode(transaction, organizationId, id);
  if (unlocked === undefined) throw forbidden();
  await lockExecutor(transaction, organizationId, unlocked.executorId);
  const row = await findNode(transaction, organizationId, id);
  if (row === undefined) throw forbidden();
  return row;
}
