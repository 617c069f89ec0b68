import { revokeApiKey } from '../accounts/api-keys.ts';
import type { Database } from '../database/database.ts';
import { and, eq, sql } from '../database/drizzle.ts';
import { recordEvents } from '../events/record-events.ts';
import { executor } from '../executors/table.ts';
import { forbidden } from '../input/errors.ts';
import type { ExecutorCaller } from '../request/caller.ts';

/**
 * The agent that calls is being uninstalled: within a transaction, its executor is expected to report no more, and its key is revoked.
 * Returns the executor's id; null where it was deleted. Throws Forbidden for a key that is not bound yet.
 */
export async function deregisterExecutor(
  transaction: Database,
  { organizationId, executorName, credential }: ExecutorCaller,
): Promise<string | null> {
  if (executorName === null)
    throw forbidden('This API key has not been used by any executor yet; there is nothing to take leave of.');
  const [left] = await transaction
    .update(executor)
    .set({ online: false, uninstalledAt: sql`now()` })
    .where(and(eq(executor.organizationId, organizationId), eq(executor.name, executorName)))
    .returning({ id: executor.id });
  await revokeApiKey(transaction, organizationId, { id: credential.id });
  if (left === undefined) return null;
  await recordEvents(transaction, organizationId, [
    {
      level: 'info',
      kind: 'executor.uninstalled',
      message: `The agent of ${executorName} was uninstalled. Its nodes are left as they are, and nobody looks after them.`,
      executorName,
    },
  ]);
  return left.id;
}
