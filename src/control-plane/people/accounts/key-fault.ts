import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { apikey, type KeyRow } from '../../tables/accounts.ts';
import { hashKey } from './key-text.ts';

/** How long an answer is given again: somebody who sends an ended key on a hundred connections must not load the database with it. */
const cache = { max: 1000, ttl: 1000, ignoreFetchAbort: true };

/** Why an API key does not authenticate, as a sentence for its holder, and the key; only who has the whole key learns that it existed. */
export interface KeyFault {
  message: string;
  /** Undefined for one that the control plane does not know. */
  key: Pick<KeyRow, 'id' | 'name' | 'organizationId'> | undefined;
}

/** Returns a function that says why an API key does not authenticate, and asks the database once a second for each key at most. */
export function keyFaultReader(database: Database): (key: string) => Promise<KeyFault> {
  const faults = new LRUCache({ ...cache, fetchMethod: (hash: string) => keyFault(database, hash) });
  return (key) => faults.forceFetch(hashKey(key));
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
  return 'The organization of the API key is deactivated, or the person whose key it is has left it.';
}
