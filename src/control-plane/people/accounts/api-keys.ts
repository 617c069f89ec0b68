import { randomUUID } from 'node:crypto';
import { publish } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, isNull, lt, or, type SQL, sql } from '../../platform/database/drizzle.ts';
import { apikey, type KeyRow } from '../../tables/accounts.ts';
import type { KeyWish } from './api-key-input.ts';
import { newKeyText } from './key-text.ts';

export interface KeyRequest extends Pick<KeyWish, 'name' | 'purpose'> {
  /** Default: the key has no end. */
  expiresAt?: Date | null;
  /** Default: the first one that uses the key. */
  executorName?: string | null;
  organizationId: string;
  /** The person who makes the key; a personal key acts for this person. Null for a key that an enrolment or a rotation makes. */
  userId: string | null;
  /** The key whose place it takes. */
  replacesId?: string;
  /** Whether a recovering token was used for it, or for the key whose place it takes. Default: no. */
  recovers?: boolean;
}

/** Makes a key. Its text is returned once and stored only as a hash. */
export async function createApiKey(
  database: Database,
  request: KeyRequest,
): Promise<{ apiKey: KeyRow; secret: string }> {
  const { organizationId, userId, name, purpose, expiresAt = null, executorName = null, replacesId = null } = request;
  const { recovers = false } = request;
  const { text, prefix, start, hash } = newKeyText(purpose);
  if (purpose === 'personal' && userId === null) throw new Error('a personal key needs a person');
  const [row] = await database
    .insert(apikey)
    .values({
      id: randomUUID(),
      configId: purpose,
      name,
      start,
      prefix,
      key: hash,
      // An executor's key belongs to the organization, so that it outlives the membership of the person who made it.
      referenceId: purpose === 'personal' ? (userId ?? '') : organizationId,
      organizationId,
      createdBy: userId,
      expiresAt,
      executorName,
      boundAt: executorName === null ? null : new Date(),
      replacesId,
      recovers,
    })
    .returning();
  if (row === undefined) throw new Error('the database lost the API key that it inserted');
  return { apiKey: row, secret: text };
}

/** Lists the keys of an organization that a condition selects, the newest first. */
export function listApiKeys(
  database: Database,
  organizationId: string,
  { condition, take, skip }: { condition?: SQL | undefined; take: number; skip: number },
): Promise<KeyRow[]> {
  return database
    .select()
    .from(apikey)
    .where(and(eq(apikey.organizationId, organizationId), condition))
    .orderBy(desc(apikey.createdAt), desc(apikey.id))
    .limit(take)
    .offset(skip);
}

/**
 * Makes the keys worthless that were to take a key's place and that nobody used: whoever stole that key may have asked for them.
 */
async function endSuccessors(transaction: Database, organizationId: string, id: string): Promise<void> {
  const ended = await transaction
    .update(apikey)
    .set({ enabled: false, revokedAt: sql`now()`, replacesId: null })
    .where(and(eq(apikey.replacesId, id), eq(apikey.organizationId, organizationId)))
    .returning({ id: apikey.id });
  await publish(transaction, ...ended.map((successor) => ({ kind: 'key-revoked' as const, keyId: successor.id })));
}

/**
 * Deletes a key within a transaction, with what was to take its place, and returns it; undefined when the organization has none with this
 * id.
 */
export async function deleteApiKey(
  transaction: Database,
  organizationId: string,
  id: string,
): Promise<KeyRow | undefined> {
  await endSuccessors(transaction, organizationId, id);
  const [row] = await transaction
    .delete(apikey)
    .where(and(eq(apikey.id, id), eq(apikey.organizationId, organizationId)))
    .returning();
  if (row !== undefined) await publish(transaction, { kind: 'key-revoked', keyId: row.id });
  return row;
}

/**
 * Makes a key worthless within a transaction, with what was to take its place, and leaves it in the list. One that is revoked already stays
 * as it is. Returns undefined when the organization has none with this id or, with `ofUserId`, when it is not that person's own.
 */
export async function revokeApiKey(
  transaction: Database,
  organizationId: string,
  { id, ofUserId }: { id: string; ofUserId?: string | undefined },
): Promise<KeyRow | undefined> {
  const isTheirs =
    ofUserId === undefined ? undefined : and(eq(apikey.configId, 'personal'), eq(apikey.referenceId, ofUserId));
  // Only the key of an executor has a successor, and only admins may revoke one.
  if (ofUserId === undefined) await endSuccessors(transaction, organizationId, id);
  const [row] = await transaction
    .update(apikey)
    .set({ enabled: false, revokedAt: sql`coalesce(${apikey.revokedAt}, now())` })
    .where(and(eq(apikey.id, id), eq(apikey.organizationId, organizationId), isTheirs))
    .returning();
  if (row !== undefined) await publish(transaction, { kind: 'key-revoked', keyId: row.id });
  return row;
}

/** Makes all personal keys of a person worthless within a transaction, in every organization. They stay in the lists. */
export async function revokePersonalKeys(transaction: Database, userId: string): Promise<void> {
  const revoked = await transaction
    .update(apikey)
    .set({ enabled: false, revokedAt: sql`now()` })
    .where(and(eq(apikey.configId, 'personal'), eq(apikey.referenceId, userId), isNull(apikey.revokedAt)))
    .returning({ id: apikey.id, organizationId: apikey.organizationId });
  for (const { id, organizationId } of revoked) {
    await publish(transaction, { kind: 'key-revoked', keyId: id });
    if (organizationId !== null) await publish(transaction, { kind: 'changed', organizationId, type: 'apiKey', id });
  }
}

/** Forgets keys that ended or were revoked more than so many days ago; the audit log still tells of them. */
export async function forgetEndedKeys(database: Database, days: number): Promise<void> {
  const old = sql`now() - make_interval(days => ${days}::int)`;
  await database.delete(apikey).where(or(lt(apikey.revokedAt, old), lt(apikey.expiresAt, old)));
}
