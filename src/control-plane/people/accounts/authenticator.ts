import type { Caller, RequestClient } from '../../request/caller.ts';

export interface RequestCredentials extends RequestClient {
  authorization: string | null;
  /** The header `satrap-organization`: the slug of a session's organization, overriding the session's active one. */
  organization?: string | null;
}

/** Returns null for an invalid credential, undefined without one of this kind. Throws `rate_limited` and Forbidden. */
export type AuthenticationStrategy = (credentials: RequestCredentials) => Promise<Caller | null | undefined>;

/** The first strategy that finds a credential of its kind decides. Returns null without a valid credential. */
export async function authenticateBy(
  strategies: readonly AuthenticationStrategy[],
  credentials: RequestCredentials,
): Promise<Caller | null> {
  for (const strategy of strategies) {
    const caller = await strategy(credentials);
    if (caller !== undefined) return caller;
  }
  return null;
}
