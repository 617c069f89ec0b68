import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { apikey, member, organization } from '../database/schema.ts';
import { organizationOfKey } from './api-keys.ts';
import type { KeyMetadata, KeyPurpose } from './auth.ts';

/** Whoever makes a request, as its API key tells. */
export interface Caller {
  keyId: string;
  userId: string;
  organizationId: string;
  organizationName: string;
  purpose: KeyPurpose;
  role: 'owner' | 'admin' | 'member';
}

interface Remembered {
  caller: Caller | null;
  until: number;
}

/** A key that was deleted elsewhere goes on working for at most this long. */
const rememberedForMs = 10_000;
const mostRemembered = 20_000;

/** Finds out who calls. Remembers the answer for seconds, so that a heartbeat does not cost the check of a key each time. */
export class Callers {
  readonly #database: Database;
  readonly #remembered = new Map<string, Remembered>();
  readonly #asking = new Map<string, Promise<Caller | null>>();
  /** How many keys were forgotten: what was asked before the last of them may be out of date. */
  #forgotten = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null without a key that is valid now. */
  async of(authorization: string | null): Promise<Caller | null> {
    const key = /^Bearer\s+(\S{1,512})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) return null;
    // As better-auth stores it.
    const hash = createHash('sha256').update(key).digest('base64url');
    const known = this.#remembered.get(hash);
    if (known !== undefined && known.until > Date.now()) return known.caller;
    const asked = this.#asking.get(hash) ?? this.#ask(hash);
    this.#asking.set(hash, asked);
    return asked;
  }

  forget(keyId: string): void {
    this.#forgotten++;
    this.#asking.clear();
    for (const [hash, { caller }] of this.#remembered) {
      if (caller?.keyId === keyId) this.#remembered.delete(hash);
    }
  }

  async #ask(hash: string): Promise<Caller | null> {
    const forgotten = this.#forgotten;
    try {
      const caller = await this.#find(hash);
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      if (forgotten === this.#forgotten) this.#remembered.set(hash, { caller, until: Date.now() + rememberedForMs });
      return caller;
    } finally {
      this.#asking.delete(hash);
    }
  }

  /** Not by better-auth: it answers a failure of the database as if the key were wrong. */
  async #find(hash: string): Promise<Caller | null> {
    const [found] = await this.#database
      .select({ key: apikey, organization, role: member.role })
      .from(apikey)
      .innerJoin(organization, eq(organization.id, organizationOfKey))
      .leftJoin(member, and(eq(member.userId, apikey.referenceId), eq(member.organizationId, organization.id)))
      .where(
        and(
          eq(apikey.key, hash),
          eq(apikey.enabled, true),
          or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`)),
        ),
      );
    if (found === undefined) return null;
    const { purpose } = JSON.parse(found.key.metadata ?? '{}') as KeyMetadata;
    // A person who left the organization takes their own keys along; executors stay, and so do theirs.
    if (found.role === null && purpose !== 'executor') return null;
    return {
      keyId: found.key.id,
      userId: found.key.referenceId,
      organizationId: found.organization.id,
      organizationName: found.organization.name,
      purpose,
      role: (found.role ?? 'member') as Caller['role'],
    };
  }
}
