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

interface AuthenticatorOptions {
  cacheTtlMs?: number;
  maxCachedKeys?: number;
  onUse?(caller: Caller, address: string | null): void;
}

/**
 * Authenticates by API key. Caches valid keys for a second; never caches unknown ones, and limits them by address. A key
 * revoked on another replica works for at most `cacheTtlMs`.
 */
export class ApiKeyAuthenticator {
  readonly #findHolder: FindKeyHolder;
  readonly #attempts: FailedAttempts;
  readonly #onUse: AuthenticatorOptions['onUse'];
  /** By key hash. Stale entries stay until they are checked again. */
  readonly #callers: ReturnType<typeof recent<string, Caller>>;
  readonly #lookUps = new Map<string, Promise<Caller | undefined>>();
  /** An ended key stays ended: neither the cache nor a look-up in flight can revive it. */
  readonly #endedKeyIds = recent<string, true>(maxEndedKeys);
  /** Number of permission changes: a look-up in flight may have read the old state. */
  #changes = 0;

  constructor(
    findHolder: FindKeyHolder,
    attempts: FailedAttempts,
    { cacheTtlMs = defaultCacheTtlMs, maxCachedKeys = defaultMaxCachedKeys, onUse }: AuthenticatorOptions = {},
  ) {
    this.#findHolder = findHolder;
    this.#attempts = attempts;
    this.#onUse = onUse;
    this.#callers = recent<string, Caller>(maxCachedKeys, { ttl: cacheTtlMs, noDeleteOnStaleGet: true });
  }

  readonly authenticate = async ({ authorization, address }: KeyCredentials): Promise<Caller | null | undefined> => {
    const key = bearerKey(authorization);
    if (key === undefined) return undefined;
    const hash = hashToken(key);
    const caller = this.#callers.get(hash) ?? (await this.#check(hash, address));
    if (caller === undefined) return null;
    const { id, expiresAt } = caller.credential;
    if (this.#endedKeyIds.has(id) || (expiresAt !== undefined && expiresAt.getTime() <= Date.now())) return null;
    this.#onUse?.(caller, address);
    return caller;
  };

  /** The holder of a key that was valid when it was last checked. Costs no look-up. */
  lastKnown(authorization: string): Caller | undefined {
    const key = bearerKey(authorization);
    return key === undefined ? undefined : this.#callers.peek(hashToken(key), { allowStale: true });
  }

  /** Ends a key on this replica at once; the others get a message. */
  forget(keyId: string): void {
    this.#endedKeyIds.set(keyId, true);
  }

  onMessage(message: BusMessage): void {
    if (message.kind === 'key-revoked') this.forget(message.keyId);
    if (message.kind !== 'membership-changed' && message.kind !== 'organization-switched') return;
    this.#changes++;
    for (const [hash, caller] of this.#callers) {
      const isConcerned =
        caller.organizationId === message.organizationId &&
        (message.kind === 'organization-switched' ||
          (caller.purpose === 'personal' && caller.userId === message.userId));
      if (isConcerned) this.#callers.delete(hash);
    }
  }

  /** A revocation may have been missed: check every key again, and treat it as known until then. */
  onGap(): void {
    this.#changes++;
    const longAgo = performance.now() - 60_000;
    // Least recently used first, to keep their order.
    for (const hash of [...this.#callers.rkeys()]) {
      const caller = this.#callers.peek(hash);
      if (caller !== undefined) this.#callers.set(hash, caller, { ttl: 1, start: longAgo });
    }
  }

  async #check(hash: string, address: string | null): Promise<Caller | undefined> {
    // A flood of unknown keys must not block known keys of the same address when they are due for a check.
    const wasValid = this.#callers.peek(hash, { allowStale: true }) !== undefined;
    if (wasValid || this.#lookUps.has(hash) || address === null) return this.#lookUp(hash);
    const retryAfterSeconds = this.#attempts.take(address);
    if (retryAfterSeconds > 0) throw tooManyUnknownKeys(retryAfterSeconds);
    let isUnknown = false;
    try {
      const caller = await this.#lookUp(hash);
      isUnknown = caller === undefined;
      return caller;
    } finally {
      // A look-up that failed says nothing of the key: while the database is away, it may well be valid.
      if (!isUnknown) this.#attempts.giveBack(address);
    }
  }

  /** One look-up for all concurrent requests with the same key. A database failure is not cached. */
  #lookUp(hash: string): Promise<Caller | undefined> {
    const underWay = this.#lookUps.get(hash);
    if (underWay !== undefined) return underWay;
    const before = this.#changes;
    const started = this.#findHolder(hash)
      .then((caller) => {
        if (caller === undefined) this.#callers.delete(hash);
        else if (before === this.#changes) this.#callers.set(hash, caller);
        return caller;
      })
      .finally(() => this.#lookUps.delete(hash));
    this.#lookUps.set(hash, started);
    return started;
  }
}
