import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ApiKey } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { apikey } from '../database/schema.ts';
import type { Auth, KeyMetadata, KeyPurpose } from './auth.ts';

/** The name of a key, without the spaces around it. */
export const keyName = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,63}$/u, 'must have 1 to 63 characters, and no control characters')
  .max(63);

const prefixes: Readonly<Record<KeyPurpose, string>> = { executor: 'satrap_x_', personal: 'satrap_p_' };

/** Makes a key. Its text is returned once and stored only as a hash. */
export async function makeApiKey(
  auth: Auth,
  request: { userId: string; organizationId: string; purpose: KeyPurpose; name: string },
): Promise<{ apiKey: ApiKey; secret: string }> {
  const { userId, organizationId, purpose, name } = request;
  const metadata: KeyMetadata = { organizationId, purpose };
  const made = await auth.api.createApiKey({ body: { userId, name, prefix: prefixes[purpose], metadata } });
  return {
    apiKey: {
      id: made.id,
      name,
      purpose,
      start: made.start ?? prefixes[purpose],
      createdAt: made.createdAt.toISOString(),
    },
    secret: made.key,
  };
}

export async function listApiKeys(database: Database, organizationId: string): Promise<ApiKey[]> {
  const rows = await database.select().from(apikey).where(belongsTo(organizationId)).orderBy(desc(apikey.createdAt));
  return rows.map(describe);
}

/** Returns the key that was deleted; undefined when the organization has none with this id. */
export async function removeApiKey(
  database: Database,
  organizationId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [row] = await database
    .delete(apikey)
    .where(and(eq(apikey.id, id), belongsTo(organizationId)))
    .returning();
  return row === undefined ? undefined : describe(row);
}

/** Id of the organization that a key belongs to. */
export const organizationOfKey = sql<string>`(${apikey.metadata}::jsonb ->> 'organizationId')`;

const belongsTo = (organizationId: string) => eq(organizationOfKey, organizationId);

function describe(row: typeof apikey.$inferSelect): ApiKey {
  const { purpose } = JSON.parse(row.metadata ?? '{}') as KeyMetadata;
  return {
    id: row.id,
    name: row.name ?? '',
    purpose,
    start: row.start ?? prefixes[purpose],
    createdAt: row.createdAt.toISOString(),
  };
}
