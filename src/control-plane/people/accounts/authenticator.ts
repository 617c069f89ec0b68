import type { Caller } from '../../request/caller.ts';
import type { RequestClient } from '../../request/client.ts';

/** What is known of a request before its body is read. */
export interface RequestCredentials extends RequestClient {
  authorization: string | null;
  /** The header `satrap-organization`: where a request of a session acts, in place of the session's active organization. */
  organizationId?: string | null;
}

/** One way to prove who makes a request. */
export interface AuthenticationStrategy {
  /**
   * Returns the caller, null for a credential that is not valid, and undefined when the request has no credential of this kind. Throws
   * RateLimited, and Forbidden for a credential that may not come from there.
   */
  authenticate(credentials: RequestCredentials): Promise<Caller | null | undefined>;
}

/** Asks the strategies in turn; the first that finds a credential of its kind decides. */
export class Authenticator {
  readonly #strategies: readonly AuthenticationStrategy[];

  constructor(strategies: readonly AuthenticationStrategy[]) {
    this.#strategies = strategies;
  }

  /** Returns null without a valid credential. */
  async authenticate(credentials: RequestCredentials): Promise<Caller | null> {
    for (const strategy of this.#strategies) {
      const caller = await strategy.authenticate(credentials);
      if (caller !== undefined) return caller;
    }
    return null;
  }
}
