import type { Caller, RequestClient } from '../../request/caller.ts';

export interface RequestCredentials extends RequestClient {
  authorization: string | null;
  /** The header `satrap-organization`: where a request of a session acts, in place of the session's active organization. */
  organizationId?: string | null;
}

export interface AuthenticationStrategy {
  /** Returns the caller, null for an invalid credential, undefined without a credential of this kind. Throws RateLimited and Forbidden. */
  authenticate(credentials: RequestCredentials): Promise<Caller | null | undefined>;
}

export class Authenticator {
  readonly #strategies: readonly AuthenticationStrategy[];

  constructor(strategies: readonly AuthenticationStrategy[]) {
    this.#strategies = strategies;
  }

  async authenticate(credentials: RequestCredentials): Promise<Caller | null> {
    for (const strategy of this.#strategies) {
      const caller = await strategy.authenticate(credentials);
      if (caller !== undefined) return caller;
    }
    return null;
  }
}
