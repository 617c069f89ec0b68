import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { member, organization } from '../database/schema.ts';
import type { Auth, KeyMetadata, KeyPurpose } from './auth.ts';

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
  readonly #auth: Auth;
  readonly #database: Database;
  readonly #remembered = new Map<string, Remembered>();
  readonly #asking = new Map<string, Promise<Caller | null>>();

  constructor(auth: Auth, database: Database) {
    this.#auth = auth;
    this.#database = database;
  }

  /** Null without a key that is valid now. */
  async of(authorization: string | null): Promise<Caller | null> {
    const key = /^Bearer\s+(\S{1,512})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) return null;
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#remembered.get(digest);
    if (known !== undefined && known.until > Date.now()) return known.caller;
    const asked = this.#asking.get(digest) ?? this.#ask(key, digest);
    this.#asking.set(digest, asked);
    return asked;
  }

  forget(keyId: string): void {
    for (const [digest, { caller }] of this.#remembered) {
      if (caller?.keyId === keyId) this.#remembered.delete(digest);
    }
  }

  async #ask(key: string, digest: string): Promise<Caller | null> {
    try {
      const caller = await this.#verify(key);
      if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
      this.#remembered.set(digest, { caller, until: Date.now() + rememberedForMs });
      return caller;
    } finally {
      this.#asking.delete(digest);
    }
  }

  async #verify(key: string): Promise<Caller | null> {
    const { valid, key: found } = await this.#auth.api.verifyApiKey({ body: { key } });
    if (!valid || found === null) return null;
    const { organizationId, purpose } = found.metadata as unknown as KeyMetadata;
    const [membership] = await this.#database
      .select({ role: member.role, name: organization.name })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(and(eq(member.userId, found.referenceId), eq(member.organizationId, organizationId)));
    // A person who left the organization takes their keys along.
    if (membership === undefined) return null;
    return {
      keyId: found.id,
      userId: found.referenceId,
      organizationId,
      organizationName: membership.name,
      purpose,
      role: membership.role as Caller['role'],
    };
  }
}
