import { createHash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { endsWithin } from '../../../../timing/ends-within.ts';
import type { Database } from '../../../platform/database/database.ts';
import { domainError } from '../../../platform/input/errors.ts';
import type { RequestClient } from '../../../request/caller.ts';
import type { IdentityProvider } from '../../accounts/better-auth.ts';
import { cookieHeaders } from '../auths.ts';
import { admitIdentity } from './admit-identity.ts';
import { rolesOf } from './group-roles.ts';
import type { ProviderFile } from './provider-file.ts';

/** Never requested over a network. */
const ownUrl = 'http://localhost/api/auth';
const timeoutMs = 15_000;
const maxNameLength = 63;

type Claims = Readonly<Record<string, unknown>>;

interface Deps {
  provider: ProviderFile;
  publicUrl: string;
  database: Database;
  secret: string;
  log: Logger;
}

/**
 * Signs people in at an OpenID Connect provider. better-auth runs the flow, with state, nonce and PKCE, and verifies the ID token. Each use
 * discovers the provider again, so that one that was unreachable needs no restart.
 */
export class SingleSignOn {
  readonly provider: ProviderFile;
  /** Names the issuer, because each issuer numbers its people by itself. */
  readonly #providerId: string;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.provider = deps.provider;
    this.#deps = deps;
    this.#providerId = `oidc-${createHash('sha256').update(deps.provider.issuer).digest('hex')}`;
  }

  /** Returns the provider's URL for a browser, and headers with the browser's cookie. */
  begin(client: RequestClient): Promise<{ url: string; headers: Headers }> {
    return this.#inTime(async () => {
      const { auth } = await this.#build(client);
      const body = { provider: this.#providerId, callbackURL: '/', disableRedirect: true };
      const { headers, response } = await auth.api.signInSocial({ body, headers: new Headers(), returnHeaders: true });
      return { url: response.url ?? '', headers };
    });
  }

  /** Redeems the provider's answer. Returns headers with the session's cookie, and the roles of the person's groups. */
  finish(client: RequestClient, query: string) {
    return this.#inTime(async () => {
      const { auth, claims } = await this.#build(client);
      const url = `${ownUrl}/callback/${this.#providerId}?${new URLSearchParams(query)}`;
      const { headers } = await auth.handler(new Request(url, { headers: cookieHeaders(client) }));
      const error = new URL(headers.get('location') ?? '?error=none', ownUrl).searchParams.get('error');
      if (error !== null) throw this.#failure(error);
      return { headers, roles: this.#rolesOf(claims()) };
    });
  }

  noAccess(): GraphQLError {
    return this.#failure('no_access');
  }

  async #build(client: RequestClient) {
    const { buildAuth } = await import('../../accounts/better-auth.ts');
    const { database, secret, log } = this.#deps;
    let claims: Claims = {};
    const identityProvider: IdentityProvider = {
      config: this.#config((received) => {
        claims = received;
      }),
      validateUserInfo: ({ user, source }) =>
        admitIdentity(database, { ...user, action: source.action, hasRole: this.#rolesOf(claims).size > 0 }),
      log: (_level, message, ...details) => log.warn({ details: details.map(String) }, `single sign-on: ${message}`),
    };
    const auth = buildAuth(database, secret, client.isSecure, identityProvider);
    const { socialProviders } = await auth.$context;
    if (socialProviders.length === 0) throw this.#failure('unreachable');
    return { auth, claims: () => claims };
  }

  #config(onClaims: (claims: Claims) => void): IdentityProvider['config'] {
    const { issuer, client_id: clientId, client_secret: clientSecret, name, scopes } = this.provider;
    return {
      ...{ providerId: this.#providerId, name, clientId, clientSecret, scopes, requireIdTokenVerification: true },
      discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      redirectURI: `${this.#deps.publicUrl.replace(/\/+$/, '')}/sign-in/callback`,
      accountSubject: ({ tokens, profile }) => {
        // The claims may come from the user info endpoint, which signs nothing.
        if (tokens.idToken === undefined || subjectOf(tokens.idToken) !== profile['sub'])
          throw new Error('the provider sent no ID token, or the user info of another person');
        onClaims(profile);
        return String(profile['sub'] ?? '');
      },
      mapProfileToUser: ({ name: given, email, email_verified: isVerified }) => ({
        name: (String(given ?? '').replaceAll(/\p{Cc}/gu, '') || String(email)).slice(0, maxNameLength),
        emailVerified: isVerified === true,
        image: undefined,
      }),
    };
  }

  #rolesOf(claims: Claims) {
    const groups = [claims[this.provider.groups_claim] ?? []].flat();
    return rolesOf(this.provider, groups.map(String));
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    if (await endsWithin(running, timeoutMs)) return running;
    throw this.#failure('unreachable');
  }

  #failure(error: string): GraphQLError {
    const { name } = this.provider;
    this.#deps.log.info({ error }, 'refused single sign-on');
    return domainError('single_sign_on_failed', sentences(name)[error] ?? sentences(name)['other'] ?? '');
  }
}

const subjectOf = (idToken: string): unknown =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).sub;

/** What to tell a person about each error of better-auth or of the provider. */
function sentences(name: string): Readonly<Record<string, string>> {
  const unverified = `${name} has not verified your email address. Verify it there, then sign in again.`;
  const stale = 'This sign-in was already used, has expired, or started in another browser. Sign in again.';
  return {
    unreachable: `${name} does not answer. Try again in a minute, or ask the operator of the control plane.`,
    access_denied: `The sign-in was cancelled at ${name}. Sign in again.`,
    email_not_found: `${name} did not send your email address. Ask the operator of the control plane to request it.`,
    email_not_verified: unverified,
    account_not_linked: unverified,
    no_access: `None of your groups at ${name} gives access here. Ask an administrator of your organization.`,
    state_mismatch: stale,
    state_not_found: stale,
    state_invalid: stale,
    other: `${name} did not confirm the sign-in. Ask the operator of the control plane, whose log has the reason.`,
  };
}
