import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { unauthenticated } from '../../platform/input/errors.ts';
import { requireSameExecutor } from '../../request/own-executor.ts';
import { apikey } from '../../tables/accounts.ts';

/**
 * Binds a key to the executor that uses it first. Call it in the transaction that accepts the first heartbeat, before everything else: of
 * two executors that use a new key at once, the second waits for the first. Throws `executor_key_bound`.
 */
export async function bindKey(transaction: Database, keyId: string, executorName: string): Promise<void> {
  const [bound] = await transaction
    .update(apikey)
    .set({ executorName, boundAt: sql`now()` })
    .where(and(eq(apikey.id, keyId), isNull(apikey.executorName)))
    .returning({ id: apikey.id });
  if (bound !== undefined) return;
  const [row] = await transaction.select({ name: apikey.executorName }).from(apikey).where(eq(apikey.id, keyId));
  // It was deleted meanwhile.
  if (!row?.name) throw unauthenticated();
  requireSameExecutor(row.name, executorName);
}
