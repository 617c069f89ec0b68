import { randomUUID } from 'node:crypto';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, isNull, lt, or, type SQL, sql } from '../../platform/database/drizzle.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { apikey, type KeyRow } from '../../tables/accounts.ts';
import type { KeyWish } from './key-limits.ts';
import { newKeyText } from './key-text.ts';

export interface KeyRequest extends Pick<KeyWish, 'name' | 'purpose'> {
  /** Default: the key never expires. */
  expiresAt?: Date | null;
  /** Default: the first executor that uses the key. */
  executorName?: string | null;
  organizationId: string;
  /**
   * The person who creates the key; a personal key acts for this person. Null for a key created by an enrolment or a
   * rotation.
   */
  userId: string | null;
  replacesId?: string;
  recovers?: boolean;
}

/** Creates a key. Its text is returned once and stored only as a hash. */
export async function createApiKey(
  database: Database,
  request: KeyRequest,
): Promise<{ apiKey: KeyRow; secret: string }> {
  const { organizationId, userId, name, purpose, expiresAt = null, executorName = null, replacesId = null } = request;
  const { recovers = false } = request;
  const { text, prefix, start, hash } = newKeyText(purpose);
  if (purpose === 'personal' && userId === null) throw new Error('a personal key requires a person');
  const [row] = await database
    .insert(apikey)
    .values({
      id: randomUUID(),
      configId: purpose,
      name,
      start,
      prefix,
      key: hash,
      // An executor's key belongs to the organization, so that it outlives its creator's membership.
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
  if (row === undefined) throw new Error('the database returned no row for the inserted API key');
  return { apiKey: row, secret: text };
}

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

/** Revokes unused successors of a key: a thief of the key may have requested them. */
async function endSuccessors(transaction: Database, organizationId: string, id: string): Promise<void> {
  const ended = await transaction
    .update(apikey)
    .set({ enabled: false, revokedAt: sql`now()`, replacesId: null })
    .where(and(eq(apikey.replacesId, id), eq(apikey.organizationId, organizationId)))
    .returning({ id: apikey.id });
  await publish(transaction, ...ended.map((successor) => ({ kind: 'key-revoked' as const, keyId: successor.id })));
}

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
 * Revokes a key and its unused successors; keeps the time of an earlier revocation. Returns undefined if the
 * organization has no such key or, with `ofUserId`, it belongs to another person.
 */
export async function revokeApiKey(
  transaction: Database,
  organizationId: string,
  { id, ofUserId }: { id: string; ofUserId?: string | undefined },
): Promise<KeyRow | undefined> {
  const isTheirs =
    ofUserId === undefined ? undefined : and(eq(apikey.configId, 'personal'), eq(apikey.referenceId, ofUserId));
  // Only executor keys have successors, and only admins may revoke those.
  if (ofUserId === undefined) await endSuccessors(transaction, organizationId, id);
  const [row] = await transaction
    .update(apikey)
    .set({ enabled: false, revokedAt: sql`coalesce(${apikey.revokedAt}, now())` })
    .where(and(eq(apikey.id, id), eq(apikey.organizationId, organizationId), isTheirs))
    .returning();
  if (row !== undefined) await publish(transaction, { kind: 'key-revoked', keyId: row.id });
  return row;
}

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

/** Deletes keys that expired or were revoked more than `days` days ago; the audit log still lists them. */
export async function forgetEndedKeys(database: Database, days: number): Promise<void> {
  const old = sql`now() - make_interval(days => ${days}::int)`;
  await database.delete(apikey).where(or(lt(apikey.revokedAt, old), lt(apikey.expiresAt, old)));
}

const select = (transaction: Database, organizationId: string, id: string) =>
  transaction
    .select({
      ...{ name: apikey.name, purpose: apikey.configId, start: apikey.start },
      ...{ expiresAt: apikey.expiresAt, createdBy: apikey.createdBy },
      ...{ executorName: apikey.executorName, revokedAt: apikey.revokedAt },
    })
    .from(apikey)
    .where(and(eq(apikey.id, id), eq(apikey.organizationId, organizationId)));

export const apiKeySnapshot: SnapshotReader = {
  lock: (transaction, organizationId, id) => select(transaction, organizationId, id).for('update'),
  read: async (transaction, organizationId, id) => {
    const [row] = await select(transaction, organizationId, id);
    return row && { name: row.name, values: row };
  },
};
