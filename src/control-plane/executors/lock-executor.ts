import { and, eq } from 'drizzle-orm';
import { forbidden } from '../api/errors.ts';
import { isUuid } from '../api/ids.ts';
import type { Database } from '../database/database.ts';
import { executor } from '../database/schema.ts';
import type { ExecutorRow } from './executor.ts';

/** Reads an executor in order to change what is wanted on it; others wait. To be called in a transaction. Throws Forbidden. */
export async function lockExecutor(database: Database, organizationId: string, id: string): Promise<ExecutorRow> {
  const [found] = isUuid(id)
    ? await database
        .select()
        .from(executor)
        .where(and(eq(executor.id, id), eq(executor.organizationId, organizationId)))
        .for('update')
    : [];
  if (found === undefined) throw forbidden();
  return found;
}
