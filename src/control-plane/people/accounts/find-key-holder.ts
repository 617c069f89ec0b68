import { publish } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, gt, isNotNull, isNull, or, sql } from '../../platform/database/drizzle.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Caller, Credential, Role } from '../../request/caller.ts';
import { apikey, type KeyRow, member, organization, user } from '../../tables/accounts.ts';

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

/** Makes the key worthless whose place another one takes, now that this one is used: its agent has it for sure. */
const completeRotation = (database: Database, key: { id: string; replacesId: string }): Promise<void> =>
  transact(database, async (transaction) => {
    const [completed] = await transaction
      .update(apikey)
      .set({ replacesId: null })
      .where(and(eq(apikey.id, key.id), isNotNull(apikey.replacesId)))
      .returning({ id: apikey.id });
    // Another request with the same key was faster.
    if (completed === undefined) return;
    await transaction
      .update(apikey)
      .set({ enabled: false, revokedAt: sql`now()` })
      .where(eq(apikey.id, key.replacesId));
    await publish(transaction, { kind: 'key-revoked', keyId: key.replacesId });
  });
