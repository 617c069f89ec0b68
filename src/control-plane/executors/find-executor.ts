import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { forbidden } from '../input/errors.ts';
import { isUuid } from '../input/ids.ts';
import { type ExecutorRow, executor } from './table.ts';

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
