import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { Caller, PersonalCaller } from '../request/caller.ts';
import { apikey, member, organization } from './tables.ts';

/**
 * Finds who holds the API key with this hash; undefined when there is no such key that is valid now. Not done by better-auth, which answers
 * a failure of the database as if the key were wrong.
 */
export async function findKeyHolder(database: Database, hash: string): Promise<Caller | undefined> {
  const [row] = await database
    .select({ key: apikey, organization, role: member.role })
    .from(apikey)
    .innerJoin(organization, eq(organization.id, apikey.organizationId))
    .leftJoin(
      member,
      and(
        eq(apikey.configId, 'personal'),
        eq(member.userId, apikey.referenceId),
        eq(member.organizationId, organization.id),
      ),
    )
    .where(
      and(
        eq(apikey.key, hash),
        eq(apikey.enabled, true),
        or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`)),
      ),
    );
  if (row === undefined) return undefined;
  const { id: keyId, configId: purpose, referenceId } = row.key;
  const shared = { keyId, organizationId: row.organization.id, organizationName: row.organization.name };
  if (purpose === 'executor') return { ...shared, purpose };
  // A person who left the organization can no longer use their keys for it.
  if (row.role === null) return undefined;
  return { ...shared, purpose: 'personal', userId: referenceId, role: row.role as PersonalCaller['role'] };
}
