import type { Database } from '../database/database.ts';
import { and, eq, gt, isNull, or, sql } from '../database/drizzle.ts';
import type { Caller, Credential, Role } from '../request/caller.ts';
import { completeRotation } from './complete-rotation.ts';
import { apikey, type KeyRow, member, organization, user } from './tables.ts';

/**
 * Finds who holds the API key with this hash; undefined when there is no such key that is valid now. Not done by better-auth, which answers
 * a failure of the database as if the key were wrong.
 */
export async function findKeyHolder(database: Database, hash: string): Promise<Caller | undefined> {
  const [row] = await database
    .select({ key: apikey, organization, user, role: member.role })
    .from(apikey)
    .innerJoin(organization, eq(organization.id, apikey.organizationId))
    .leftJoin(user, and(eq(apikey.configId, 'personal'), eq(user.id, apikey.referenceId)))
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
        eq(organization.isActive, true),
        or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`)),
      ),
    );
  if (row === undefined) return undefined;
  const { id: newId, replacesId } = row.key;
  if (replacesId !== null) await completeRotation(database, { id: newId, replacesId });
  const { id, configId: purpose, expiresAt, executorName } = row.key;
  const credential: Credential & { type: 'apiKey' } = {
    type: 'apiKey',
    id,
    ...(expiresAt === null ? {} : { expiresAt }),
  };
  const shared = { credential, organizationId: row.organization.id, organizationName: row.organization.name };
  if (purpose === 'executor') return { ...shared, purpose, executorName, rotateKeyAt: rotateKeyAt(row.key) };
  // A person who left the organization can no longer use their keys for it.
  const { user: person, role } = row;
  if (person === null || role === null) return undefined;
  const { id: userId, email, name, isSystemAdmin } = person;
  return { ...shared, purpose: 'personal', userId, email, name, isSystemAdmin, role: role as Role };
}

/** Returns when two thirds of a key's life are over; null for a key without an end. */
function rotateKeyAt({ createdAt, expiresAt }: Pick<KeyRow, 'createdAt' | 'expiresAt'>): Date | null {
  if (expiresAt === null) return null;
  return new Date(createdAt.getTime() + ((expiresAt.getTime() - createdAt.getTime()) * 2) / 3);
}
