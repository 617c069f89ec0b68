import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, inArray } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/ids.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';

export async function findExecutor(
  database: Database,
  organizationId: string,
  id: string,
): Promise<ExecutorRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await database
    .select()
    .from(executor)
    .where(and(eq(executor.id, id), eq(executor.organizationId, organizationId)));
  return row;
}

/** Locks an executor until the transaction ends. Throws Forbidden. */
export async function lockExecutor(transaction: Database, organizationId: string, id: string): Promise<ExecutorRow> {
  const [row] = isUuid(id)
    ? await transaction
        .select()
        .from(executor)
        .where(and(eq(executor.id, id), eq(executor.organizationId, organizationId)))
        .for('update')
    : [];
  if (row === undefined) throw forbidden();
  return row;
}

/** Locks executors in ascending id order, as everything does, and returns those that exist, by id. */
export async function lockExecutors(
  transaction: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ExecutorRow>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .select()
    .from(executor)
    .where(and(inArray(executor.id, [...ids]), eq(executor.organizationId, organizationId)))
    .orderBy(asc(executor.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}
