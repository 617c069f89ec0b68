import { createApiKey, deleteApiKey } from '../../people/accounts/api-keys.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/drizzle.ts';
import { forbidden, unauthenticated } from '../../platform/input/errors.ts';
import { apikey } from '../../tables/accounts.ts';

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
