import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ApiKey } from '../../contract/types.generated.ts';
import { publish } from '../bus/publish.ts';
import type { Database } from '../database/database.ts';
import { buildAuth } from './better-auth.ts';
import { apikey, type KeyPurpose } from './tables.ts';

/** The name of a key, without the spaces around it. */
export const keyName = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,63}$/u, 'must have 1 to 63 characters, and no control characters')
  .max(63);

export interface ApiKeyRequest {
  /** The person who makes the key; an owner or admin. A personal key acts for this person. */
  userId: string;
  organizationId: string;
  purpose: KeyPurpose;
  name: string;
}

/** Makes a key within a transaction. Its text is returned once and stored only as a hash. */
export async function createApiKey(
  transaction: Database,
  authSecret: string,
  { userId, organizationId, purpose, name }: ApiKeyRequest,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const created = await buildAuth(transaction, authSecret).api.createApiKey({
    body: { configId: purpose, userId, name, ...(purpose === 'executor' ? { organizationId } : {}) },
  });
  const [row] = await transaction
    .update(apikey)
    .set({ organizationId, createdBy: userId })
    .where(eq(apikey.id, created.id))
    .returning();
  if (row === undefined) throw new Error('the database lost the API key that it inserted');
  return { apiKey: describe(row), secret: created.key };
}

export async function listApiKeys(database: Database, organizationId: string): Promise<ApiKey[]> {
  const rows = await database
    .select()
    .from(apikey)
    .where(eq(apikey.organizationId, organizationId))
    .orderBy(desc(apikey.createdAt));
  return rows.map(describe);
}

/** Deletes a key within a transaction, and returns it; undefined when the organization has none with this id. */
export async function deleteApiKey(
  transaction: Database,
  organizationId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [row] = await transaction
    .delete(apikey)
    .where(and(eq(apikey.id, id), eq(apikey.organizationId, organizationId)))
    .returning();
  if (row === undefined) return undefined;
  await publish(transaction, { kind: 'key-revoked', keyId: row.id });
  return describe(row);
}

const describe = (row: typeof apikey.$inferSelect): ApiKey => ({
  id: row.id,
  name: row.name ?? '',
  purpose: row.configId,
  start: row.start ?? row.prefix ?? '',
  createdAt: row.createdAt.toISOString(),
});
