import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, inArray } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';

/** Returns undefined for an executor that is not in the organization. */
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

/** Locks an executor for a change of its desired state until the transaction ends, and returns it. Throws Forbidden. */
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

/** Locks executors of an organization in the order in which everything does, and returns those that there are, by id. The ids are UUIDs. */
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
