import { randomUUID } from 'node:crypto';
import type { ApiKeyWhereInput } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import type { Database, SQL } from '../../platform/database/database.ts';
import { and, desc, eq, inArray, isNull, lt, oneRow, or, sql } from '../../platform/database/database.ts';
import { forbidden, requireRow } from '../../platform/input/errors.ts';
import { type Fields, stringFilter, valueFilter, whereOf } from '../../platform/input/filters.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { perRequest, rowLoader } from '../../request/loaders.ts';
import { adminMutation, changes, memberMutation, organizationQuery } from '../../request/operations.ts';
import { isAdmin } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { columnSnapshot } from '../../request/trail/audit-trail.ts';
import { apikey, type KeyPurpose, type KeyRow, user } from '../../tables/accounts.ts';
import { keyWish, requireNoLongerLife, requireRoomForKey } from './key-limits.ts';
import { newToken } from './tokens.ts';

interface KeyRequest {
  name: string;
  purpose: KeyPurpose;
  /** Default: the key never expires. */
  expiresAt?: Date | null;
  /** Default: the first executor that uses the key. */
  executorName?: string | null;
  organizationId: string;
  /** The key's creator, for whom a personal key acts. Null for a key created by an enrolment or a rotation. */
  userId: string | null;
  replacesId?: string;
  recovers?: boolean;
}

/** Creates a key. Its text is returned once and stored only as a hash. */
export async function createApiKey(
  database: Database,
  { userId, purpose, ...more }: KeyRequest,
): Promise<{ apiKey: KeyRow; secret: string }> {
  const { text, hash, ...shown } = newToken(purpose);
  if (purpose === 'personal' && userId === null) throw new Error('a personal key requires a person');
  const created = await database
    .insert(apikey)
    .values({
      ...more,
      ...shown,
      id: randomUUID(),
      configId: purpose,
      key: hash,
      // An executor's key belongs to the organization, so that it outlives its creator's membership.
      referenceId: purpose === 'personal' ? (userId ?? '') : more.organizationId,
      createdBy: userId,
      boundAt: more.executorName == null ? null : new Date(),
    })
    .returning();
  return { apiKey: oneRow(created), secret: text };
}

const isKey = (organizationId: string, id: string) => and(eq(apikey.id, id), eq(apikey.organizationId, organizationId));

const ofPerson = (userId: string) => and(eq(apikey.configId, 'personal'), eq(apikey.referenceId, userId));

/** Revokes keys that match; keeps the time of an earlier revocation. */
async function revokeKeys(transaction: Database, condition: SQL | undefined, change = {}): Promise<KeyRow[]> {
  const revoked = await transaction
    .update(apikey)
    .set({ enabled: false, revokedAt: sql`coalesce(${apikey.revokedAt}, now())`, ...change })
    .where(condition)
    .returning();
  await publish(transaction, ...revoked.map(({ id }) => ({ kind: 'key-revoked' as const, keyId: id })));
  return revoked;
}

/** Revokes unused successors of a key: a thief of the key may have requested them. */
const endSuccessors = (transaction: Database, organizationId: string, id: string) =>
  revokeKeys(transaction, and(eq(apikey.replacesId, id), eq(apikey.organizationId, organizationId)), {
    replacesId: null,
  });

/** Returns nothing if the organization has no such key. */
export async function deleteApiKey(transaction: Database, organizationId: string, id: string): Promise<KeyRow[]> {
  await endSuccessors(transaction, organizationId, id);
  const deleted = await transaction.delete(apikey).where(isKey(organizationId, id)).returning();
  if (deleted.length > 0) await publish(transaction, { kind: 'key-revoked', keyId: id });
  return deleted;
}

/** Revokes a key and its unused successors. Returns nothing if it is unknown or, with `ofUserId`, another person's. */
export async function revokeApiKey(
  transaction: Database,
  organizationId: string,
  { id, ofUserId }: { id: string; ofUserId?: string | undefined },
): Promise<KeyRow[]> {
  // Only executor keys have successors, and only admins may revoke those.
  if (ofUserId === undefined) await endSuccessors(transaction, organizationId, id);
  const isTheirs = ofUserId === undefined ? undefined : ofPerson(ofUserId);
  return revokeKeys(transaction, and(isKey(organizationId, id), isTheirs));
}

export async function revokePersonalKeys(transaction: Database, userId: string): Promise<void> {
  for (const { id, organizationId } of await revokeKeys(transaction, and(ofPerson(userId), isNull(apikey.revokedAt))))
    if (organizationId !== null) await publish(transaction, { kind: 'changed', organizationId, type: 'api_key', id });
}

/** Deletes keys that expired or were revoked more than `days` days ago; the audit log still lists them. */
export async function forgetEndedKeys(database: Database, days: number): Promise<void> {
  const old = sql`now() - make_interval(days => ${days}::int)`;
  await database.delete(apikey).where(or(lt(apikey.revokedAt, old), lt(apikey.expiresAt, old)));
}

const fields: Fields<ApiKeyWhereInput> = {
  name: stringFilter(apikey.name),
  executorName: stringFilter(apikey.executorName),
  purpose: valueFilter(apikey.configId),
};

/** Throws Forbidden. */
function requireMayCreate(caller: PersonalCaller, purpose: KeyPurpose): void {
  if (caller.role === null && purpose === 'personal')
    throw forbidden('A personal key acts with your role, and you are not a member of this organization.');
  if (purpose !== 'personal' && !isAdmin(caller))
    throw forbidden('Only owners and admins of the organization may create keys for executors.');
}

export function accountResolvers(deps: { apiKeyAuthenticator: { forget(id: string): void } }): Resolvers {
  const ownersOf = perRequest(({ database }) =>
    rowLoader<{ id: string; email: string }, { id: string }>(
      ({ id }) => id,
      (_keys, ids) => database.select({ id: user.id, email: user.email }).from(user).where(inArray(user.id, ids)),
    ),
  );
  const ofKey = {
    ...changes('api_key', 'apiKey'),
    // Forgets the key on this replica at once; the others get a message.
    committed: ({ apiKey: { id } }: { apiKey: KeyRow }) => deps.apiKeyAuthenticator.forget(id),
  };
  return {
    Query: {
      apiKeys: organizationQuery([], async ({ where, ...args }, { reader, context: { budget, database } }) => {
        const isShown = and(eq(apikey.organizationId, reader.organizationId), whereOf(where, fields));
        const query = database.select().from(apikey).where(isShown);
        return budget.fetchPage(args, query.orderBy(desc(apikey.createdAt), desc(apikey.id)));
      }),
    },
    Mutation: {
      createApiKey: memberMutation({
        run: async ({ data }, { caller, database }) => {
          const { organizationId, userId } = caller;
          requireMayCreate(caller, data.purpose);
          const request = { ...keyWish(data), userId, organizationId };
          requireNoLongerLife(caller.credential, request.expiresAt);
          await requireRoomForKey(database, request);
          return createApiKey(database, request);
        },
        subject: ({ apiKey: { id } }) => ({ type: 'api_key', id }),
      }),
      revokeApiKey: memberMutation({
        run: async ({ where: { id } }, { caller, database }) => {
          const { organizationId, userId } = caller;
          const ofUserId = isAdmin(caller) ? undefined : userId;
          return { apiKey: requireRow(await revokeApiKey(database, organizationId, { id, ofUserId })) };
        },
        ...ofKey,
      }),
      deleteApiKey: adminMutation({
        run: async ({ where: { id } }, { caller, database }) => ({
          apiKey: requireRow(await deleteApiKey(database, caller.organizationId, id)),
        }),
        ...ofKey,
      }),
    },
    ApiKey: {
      name: ({ name }) => name ?? '',
      purpose: ({ configId }) => configId,
      start: ({ start, prefix }) => start ?? prefix ?? '',
      lastUsedAt: ({ lastRequest }) => lastRequest?.toISOString() ?? null,
      lastUsedFrom: ({ lastAddress }) => lastAddress,
      owner: async ({ configId, referenceId }, _args, context) =>
        configId === 'personal' ? ((await ownersOf(context).load({ id: referenceId }))?.email ?? null) : null,
    },
  };
}

export const apiKeySnapshot = columnSnapshot('name', (transaction, organizationId, id) => {
  const { name, configId: purpose, start, expiresAt, createdBy, executorName, revokedAt } = apikey;
  const shown = transaction.select({ name, purpose, start, expiresAt, createdBy, executorName, revokedAt });
  return shown.from(apikey).where(isKey(organizationId, id));
});
