import type { Database } from '../../platform/database/database.ts';
import { foreignOrigin } from '../../platform/input/errors.ts';
import type { Caller } from '../../request/caller.ts';
import type { AuthenticationStrategy, RequestCredentials } from '../accounts/authenticator.ts';
import { findSessionHolder } from './find-session-holder.ts';
import { cookieOf, sessionCookieName, unsignCookie } from './session-cookie.ts';

/** Authenticates by the cookie of a session, which counts only in requests of our own pages: a browser sends it for any page. */
export class SessionAuthenticator implements AuthenticationStrategy {
  readonly #database: Database;
  readonly #secret: string;

  /** `secret` is what better-auth signs cookies with. */
  constructor(database: Database, secret: string) {
    this.#database = database;
    this.#secret = secret;
  }

  /** Throws Forbidden for a cookie that comes with a request of another page. */
  async authenticate(client: RequestCredentials): Promise<Caller | null | undefined> {
    const cookie = cookieOf(client.cookie, sessionCookieName(client));
    if (cookie === undefined || cookie === '') return undefined;
    if (!client.isOwnOrigin) throw foreignOrigin();
    const token = unsignCookie(cookie, this.#secret);
    if (token === undefined) return null;
    return (await findSessionHolder(this.#database, token, client.organizationId ?? null)) ?? null;
  }
}
