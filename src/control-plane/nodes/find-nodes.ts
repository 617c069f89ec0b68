import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import { forbidden } from '../api/errors.ts';
import { isUuid } from '../api/ids.ts';
import type { Page } from '../api/pages.ts';
import type { Database } from '../database/database.ts';
import { executor, node } from '../database/schema.ts';
import { lockExecutor } from '../executors/lock.ts';
import type { NodeRow } from './node.ts';

/** Nodes with their executors, by name unless told otherwise. */
export async function nodesOf(
  database: Database,
  condition: SQL | undefined,
  order: readonly SQL[] = [],
  page: Page = { take: 10_000, skip: 0 },
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

/** Undefined for what is not in the organization. */
export async function findNode(database: Database, organizationId: string, id: string): Promise<NodeRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await nodesOf(
    database,
    and(eq(node.id, id), eq(node.organizationId, organizationId), isNull(node.removedAt)),
  );
  return found;
}

/**
 * The same for changing it, which other changes of its executor wait for. The executor is locked before the node, as everywhere. To be
 * called in a transaction. Throws Forbidden.
 */
export async function lockNode(database: Database, organizationId: string, id: string): Promise<NodeRow> {
  const seen = await findNode(database, organizationId, id);
  if (seen === undefined) throw forbidden();
  await lockExecutor(database, organizationId, seen.executorId);
  const found = await findNode(database, organizationId, id);
  if (found === undefined) throw forbidden();
  return found;
}
