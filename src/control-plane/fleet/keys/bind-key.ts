import { createApiKey, deleteApiKey } from '../../people/accounts/api-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { forbidden, unauthenticated } from '../../platform/input/errors.ts';
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

/**
 * Makes a key, within a transaction, that takes the place of another as soon as it is first used. It lives as long as that one was made for. Earlier keys
 * that were to take its place, and that nobody used, are worthless then. Throws Forbidden for a key that is not bound yet.
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
  // It was revoked meanwhile.
  if (old === undefined || old.organizationId === null) throw unauthenticated();
  const { organizationId, executorName, createdBy, createdAt, expiresAt: oldEnd, name, recovers } = old;
  if (executorName === null)
    throw forbidden('This API key has not been used by any executor yet; send a heartbeat first (syncExecutor).');
  const unused = await transaction.select({ id: apikey.id }).from(apikey).where(eq(apikey.replacesId, keyId));
  for (const { id } of unused) await deleteApiKey(transaction, organizationId, id);
  const expiresAt = oldEnd === null ? null : new Date(Date.now() + (oldEnd.getTime() - createdAt.getTime()));
  const { apiKey, secret } = await createApiKey(transaction, {
    ...{ organizationId, userId: createdBy, purpose: 'executor', name: name ?? executorName, expiresAt },
    ...{ executorName, replacesId: keyId, recovers },
  });
  return { id: apiKey.id, secret, expiresAt };
}
