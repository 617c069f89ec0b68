import { LRUCache } from 'lru-cache';
import { loadInTurns } from '../../platform/database/batch-turns.ts';
import { and, type Database, eq, gt, isNotNull, isNull, or, sql, transact } from '../../platform/database/database.ts';
import type { Caller } from '../../request/caller.ts';
import { apikey, type KeyRow, member, organization, user } from '../../tables/accounts.ts';
import { revokeApiKey } from './api-keys.ts';
import { hashToken } from './tokens.ts';

/** Selects the holders of valid API keys. Prepared, so that each connection plans it once. */
function prepareKeyHolders(database: Database) {
  const isValid = or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`));
  const isOneOf = sql`${apikey.key} = ANY(${sql.placeholder('hashes')}::text[])`;
  return database
    .select({ key: apikey, organization, user, role: member.role })
    .from(apikey)
    .innerJoin(organization, eq(organization.id, apikey.organizationId))
    .leftJoin(user, and(eq(apikey.configId, 'personal'), eq(user.id, apikey.referenceId)))
    .leftJoin(member, and(eq(member.userId, user.id), eq(member.organizationId, organization.id)))
    .where(and(isOneOf, eq(apikey.enabled, true), eq(organization.isActive, true), isValid))
    .prepare('key_holders');
}

type KeyHolderRow = Awaited<ReturnType<ReturnType<typeof prepareKeyHolders>['execute']>>[number];

const maxBatchSize = 100;

export type FindKeyHolder = (hash: string) => Promise<Caller | undefined>;

/**
 * Returns how to find the holder of a valid API key; simultaneous look-ups share a statement. Avoids better-auth, which
 * reports a database failure as a wrong key.
 */
export function keyHolderFinder(database: Database): FindKeyHolder {
  const statement = prepareKeyHolders(database);
  const load = loadInTurns(maxBatchSize, async (hashes: readonly string[]) => {
    const rows = await statement.execute({ hashes: [...hashes] });
    const byHash = new Map(rows.map((row) => [row.key.key, row]));
    return hashes.map((hash) => byHash.get(hash));
  });
  return async (hash) => {
    const row = await load(hash);
    return row && holderOf(database, row);
  };
}

async function holderOf(database: Database, row: KeyHolderRow): Promise<Caller | undefined> {
  const { id, configId: purpose, expiresAt, executorName, replacesId } = row.key;
  if (replacesId !== null) await completeRotation(database, row.organization.id, { id, replacesId });
  const credential = { type: 'api_key' as const, id, ...(expiresAt === null ? {} : { expiresAt }) };
  const shared = { credential, organizationId: row.organization.id, organizationName: row.organization.name };
  if (purpose === 'executor') return { ...shared, purpose, executorName, rotateKeyAt: rotateKeyAt(row.key) };
  // A person who left the organization can no longer use their keys for it.
  const { user: person, role } = row;
  if (person === null || role === null) return undefined;
  const { id: userId, email, name, isSystemAdmin } = person;
  return { ...shared, purpose: 'personal', userId, email, name, isSystemAdmin, role };
}

function rotateKeyAt({ createdAt, expiresAt }: Pick<KeyRow, 'createdAt' | 'expiresAt'>): Date | null {
  if (expiresAt === null) return null;
  return new Date(createdAt.getTime() + ((expiresAt.getTime() - createdAt.getTime()) * 2) / 3);
}

/** Ends the key that this one replaces: its use proves that the agent has stored it. */
const completeRotation = (
  database: Database,
  organizationId: string,
  { id, replacesId }: { id: string; replacesId: string },
): Promise<void> =>
  transact(database, async (transaction) => {
    const [completed] = await transaction
      .update(apikey)
      .set({ replacesId: null })
      .where(and(eq(apikey.id, id), isNotNull(apikey.replacesId)))
      .returning({ id: apikey.id });
    // Another request with the same key was faster.
    if (completed !== undefined) await revokeApiKey(transaction, organizationId, { id: replacesId });
  });

/** Results are reused this long: an ended key sent on a hundred connections must not load the database. */
const cache = { max: 1000, ttl: 1000, ignoreFetchAbort: true };

/** Why a key does not authenticate, as a sentence for its holder, and the key: nobody else learns that it existed. */
export interface KeyFault {
  message: string;
  key: Pick<KeyRow, 'id' | 'name' | 'organizationId'> | undefined;
}

export function keyFaultReader(database: Database): (key: string) => Promise<KeyFault> {
  const faults = new LRUCache({ ...cache, fetchMethod: (hash: string) => keyFault(database, hash) });
  return (key) => faults.forceFetch(hashToken(key));
}

async function keyFault(database: Database, hash: string): Promise<KeyFault> {
  const { id, name, organizationId, enabled, revokedAt, expiresAt } = apikey;
  const isExpired = sql<boolean>`coalesce(${expiresAt} <= now(), false)`;
  const [key] = await database
    .select({ id, name, organizationId, enabled, revokedAt, expiresAt, isExpired })
    .from(apikey)
    .where(eq(apikey.key, hash));
  return { key, message: messageOf(key) };
}

function messageOf(key: (Pick<KeyRow, 'enabled' | 'revokedAt' | 'expiresAt'> & { isExpired: boolean }) | undefined) {
  if (key === undefined) return 'This control plane does not know the API key.';
  if (key.isExpired) return `The API key expired at ${key.expiresAt?.toISOString()}.`;
  if (!key.enabled) return `The API key was revoked${key.revokedAt ? ` at ${key.revokedAt.toISOString()}` : ''}.`;
  return "The organization of the API key is deactivated, or the key's owner has left it.";
}
