import { createApiKey, deleteApiKey } from '../../people/accounts/api-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { forbidden, unauthenticated } from '../../platform/input/errors.ts';
import { requireSameExecutor } from '../../request/own-executor.ts';
import { apikey } from '../../tables/accounts.ts';

/**
 * Binds a key to the executor that uses it first. Call it first in the transaction of the first heartbeat, so that a
 * second executor waits. Throws `executor_key_bound`.
 */
export async function bindKey(transaction: Database, keyId: string, executorName: string): Promise<void> {
  const [bound] = await transaction
    .update(apikey)
    .set({ executorName, boundAt: sql`now()` })
    .where(and(eq(apikey.id, keyId), isNull(apikey.executorName)))
    .returning({ id: apikey.id });
  if (bound !== undefined) return;
  const [row] = await transaction.select({ name: apikey.executorName }).from(apikey).where(eq(apikey.id, keyId));
  if (!row?.name) throw unauthenticated();
  requireSameExecutor(row.name, executorName);
}

/**
 * Creates a key that replaces another on first use, with the same lifetime. Deletes earlier unused replacements. Throws
 * Forbidden for an unbound key.
 */
export async function rotateKey(
  transaction: Database,
  keyId: string,
): Promise<{ id: string; secret: string; expiresAt: Date | null }> {
  const [old] = await transaction
    .select()
    .from(apikey)
    .where(and(eq(apikey.id, keyId), eq(apikey.enabled, true)))
    .for('update');
  if (old === undefined || old.organizationId === null) throw unauthenticated();
  const { organizationId, executorName, createdBy, createdAt, expiresAt: oldEnd, name, recovers } = old;
  if (executorName === null)
    throw forbidden('No executor has used this API key yet; send a heartbeat first (syncExecutor).');
  const unused = await transaction.select({ id: apikey.id }).from(apikey).where(eq(apikey.replacesId, keyId));
  for (const { id } of unused) await deleteApiKey(transaction, organizationId, id);
  const expiresAt = oldEnd === null ? null : new Date(Date.now() + (oldEnd.getTime() - createdAt.getTime()));
  const { apiKey, secret } = await createApiKey(transaction, {
    ...{ organizationId, userId: createdBy, purpose: 'executor', name: name ?? executorName, expiresAt },
    ...{ executorName, replacesId: keyId, recovers },
  });
  return { id: apiKey.id, secret, expiresAt };
}
