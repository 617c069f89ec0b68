import { recent } from '../../../timing/recent.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { tooManyUnknownKeys } from '../../platform/input/errors.ts';
import type { Caller } from '../../request/caller.ts';
import type { RequestCredentials } from './authenticator.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import type { FindKeyHolder } from './find-key-holder.ts';
import { hashToken } from './tokens.ts';

/** Maximum staleness without a message: a revoked key must stop working within two seconds on every replica. */
const defaultCacheTtlMs = 1000;
const defaultMaxCachedKeys = 20_000;
/** Far more than are deleted or revoked during the life of a cached caller or a look-up. */
const maxEndedKeys = 10_000;

export const bearerKey = (authorization: string | null): string | undefined =>
  /^Bearer\s+(\S{1,512})$/i.exec(authorization ?? '')?.[1];

type KeyCredentials = Pick<RequestCredentials, 'authorization' | 'address'>;

export type ApiKeyAuthenticator = ReturnType<typeof apiKeyAuthenticator>;

/**
 * Authenticates by API key. Caches valid keys for a second; never caches unknown ones, and limits them by address. A key
 * revoked on another replica works for at most `cacheTtlMs`.
 */
export function apiKeyAuthenticator(
  findHolder: FindKeyHolder,
  attempts: FailedAttempts,
  {
    cacheTtlMs = defaultCacheTtlMs,
    maxCachedKeys = defaultMaxCachedKeys,
    onUse = (_caller: Caller, _address: string | null): void => {},
  } = {},
) {
  /** By key hash. Stale entries stay until they are checked again. */
  const callers = recent<string, Caller>(maxCachedKeys, { ttl: cacheTtlMs, noDeleteOnStaleGet: true });
  const lookUps = new Map<string, Promise<Caller | undefined>>();
  /** An ended key stays ended: neither the cache nor a look-up in flight can revive it. */
  const endedKeyIds = recent<string, true>(maxEndedKeys);
  /** Number of permission changes: a look-up in flight may have read the old state. */
  let changes = 0;

  /** One look-up for all concurrent requests with the same key. A database failure is not cached. */
  const lookUp = (hash: string): Promise<Caller | undefined> => {
    const underWay = lookUps.get(hash);
    if (underWay !== undefined) return underWay;
    const before = changes;
    const started = findHolder(hash)
      .then((caller) => {
        if (caller === undefined) callers.delete(hash);
        else if (before === changes) callers.set(hash, caller);
        return caller;
      })
      .finally(() => lookUps.delete(hash));
    lookUps.set(hash, started);
    return started;
  };

  const check = async (hash: string, address: string | null): Promise<Caller | undefined> => {
    // A flood of unknown keys must not block known keys of the same address when they are due for a check.
    const wasValid = callers.peek(hash, { allowStale: true }) !== undefined;
    if (wasValid || lookUps.has(hash) || address === null) return lookUp(hash);
    const retryAfterSeconds = attempts.take(address);
    if (retryAfterSeconds > 0) throw tooManyUnknownKeys(retryAfterSeconds);
    let isUnknown = false;
    try {
      const caller = await lookUp(hash);
      isUnknown = caller === undefined;
      return caller;
    } finally {
      // A look-up that failed says nothing of the key: while the database is away, it may well be valid.
      if (!isUnknown) attempts.giveBack(address);
    }
  };

  const forget = (keyId: string): void => void endedKeyIds.set(keyId, true);

  return {
    forget,
    /** The holder of a key that was valid when it was last checked. Costs no look-up. */
    lastKnown: (authorization: string): Caller | undefined => {
      const key = bearerKey(authorization);
      return key === undefined ? undefined : callers.peek(hashToken(key), { allowStale: true });
    },
    authenticate: async ({ authorization, address }: KeyCredentials): Promise<Caller | null | undefined> => {
      const key = bearerKey(authorization);
      if (key === undefined) return undefined;
      const hash = hashToken(key);
      const caller = callers.get(hash) ?? (await check(hash, address));
      if (caller === undefined) return null;
      const { id, expiresAt } = caller.credential;
      if (endedKeyIds.has(id) || (expiresAt !== undefined && expiresAt.getTime() <= Date.now())) return null;
      onUse(caller, address);
      return caller;
    },
    onMessage: (message: BusMessage) => {
      if (message.kind === 'key-revoked') forget(message.keyId);
      if (message.kind !== 'membership-changed' && message.kind !== 'organization-switched') return;
      changes++;
      for (const [hash, caller] of callers) {
        const isConcerned =
          caller.organizationId === message.organizationId &&
          (message.kind === 'organization-switched' ||
            (caller.purpose === 'personal' && caller.userId === message.userId));
        if (isConcerned) callers.delete(hash);
      }
    },
    /** A revocation may have been missed: check every key again, and treat it as known until then. */
    onGap: () => {
      changes++;
      const longAgo = performance.now() - 60_000;
      // Least recently used first, to keep their order.
      for (const hash of [...callers.rkeys()]) {
        const caller = callers.peek(hash);
        if (caller !== undefined) callers.set(hash, caller, { ttl: 1, start: longAgo });
      }
    },
  };
}
