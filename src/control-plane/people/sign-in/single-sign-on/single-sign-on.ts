import { createHash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { errorMessage } from '../../../../text/error-message.ts';
import { shorten } from '../../../../text/shorten.ts';
import { endsWithin } from '../../../../timing/ends-within.ts';
import type { Database } from '../../../platform/database/database.ts';
import { domainError } from '../../../platform/input/errors.ts';
import type { RequestClient } from '../../../request/caller.ts';
import type { IdentityProvider } from '../../accounts/better-auth.ts';
import { cookieHeaders, cookieOf, stateCookieName, unsignCookie } from '../auths.ts';
import { admitIdentity } from './admit-identity.ts';
import { keepAttempt } from './attempts.ts';
import { type Budgets, budgetsOf, consumeState } from './budgets.ts';
import { checkClaims, isEmailVerified, type SentClaims } from './check-claims.ts';
import {
  type Claims,
  type Groups,
  hasClaim,
  idTokenFault,
  mergeClaims,
  readEmail,
  readGroups,
  readName,
  shapesOf,
  shownNames,
} from './claims.ts';
import { type Roles, rolesOf } from './group-roles.ts';
import type { ProviderFile } from './provider-file.ts';
import { fetchUserInfo } from './user-info.ts';

/** Never requested over a network. */
const ownUrl = 'http://localhost/api/auth';
const timeoutMs = 15_000;
/** Without the user info, a sign-in continues with the ID token. */
const userInfoTimeoutMs = 5000;

interface Deps {
  provider: ProviderFile;
  publicUrl: string;
  database: Database;
  secret: string;
  log: Logger;
}

/** The provider's answer of one sign-in. */
interface Flow extends SentClaims {
  /** What was refused by us, before better-auth knows an error for it. */
  refusal?: string;
  /** The person whose address another identity of the provider has. */
  recycledFrom?: string;
}

export interface FinishedSignIn {
  headers: Headers;
  /** The roles of the person's groups; null if the provider did not send the groups, which changes nothing. */
  roles: Roles | null;
  /** For the log, and for those who set the provider up. */
  received: Received;
}

type Received = ReturnType<SingleSignOn['describe']>;

/** An identity with the address of a person who signs in with another one. */
export interface RecycledAddress {
  userId: string;
  subject: string;
}

/**
 * Signs people in at an OpenID Connect provider. better-auth runs the flow, with state, nonce and PKCE, and verifies the ID token. Each use
 * discovers the provider again, so that one that was unreachable needs no restart.
 */
export class SingleSignOn {
  readonly provider: ProviderFile;
  /** Names the issuer, because each issuer numbers its people by itself. */
  readonly providerId: string;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.provider = deps.provider;
    this.#deps = deps;
    this.providerId = `oidc-${createHash('sha256').update(deps.provider.issuer).digest('hex')}`;
  }

  budgets({ address }: Pick<RequestClient, 'address'>): Budgets {
    return budgetsOf(this.providerId, address);
  }

  /** Returns the provider's URL for a browser, and headers with the browser's cookie. */
  begin(client: RequestClient): Promise<{ url: string; headers: Headers }> {
    return this.#inTime(async () => {
      const { auth } = await this.#build(client, { token: {}, claims: {} });
      const body = { provider: this.providerId, callbackURL: '/', disableRedirect: true };
      const { headers, response } = await auth.api.signInSocial({ body, headers: new Headers(), returnHeaders: true });
      return { url: response.url ?? '', headers };
    });
  }

  /** Throws if the provider's answer is not for this browser: without one of its own, nobody gets as far as the provider. */
  requireOwnState(client: RequestClient, query: string): string {
    const state = new URLSearchParams(query).get('state') ?? '';
    const cookie = cookieOf(client.cookie, stateCookieName(client));
    const own = cookie === undefined ? undefined : unsignCookie(cookie, this.#deps.secret);
    if (state === '' || own !== state) throw this.#failure('state_mismatch');
    return state;
  }

  /** Redeems the provider's answer, once. `onRecycled` records the refusal of a recycled address. */
  finish(
    client: RequestClient,
    query: string,
    onRecycled: (recycled: RecycledAddress) => Promise<void>,
  ): Promise<FinishedSignIn> {
    return this.#inTime(async () => {
      const state = this.requireOwnState(client, query);
      const flow: Flow = { token: {}, claims: {} };
      const { auth } = await this.#build(client, flow);
      if (!(await consumeState(this.#deps.database, state))) throw this.#failure('state_mismatch');
      const url = `${ownUrl}/callback/${this.providerId}?${new URLSearchParams(query)}`;
      const { headers } = await auth.handler(new Request(url, { headers: cookieHeaders(client) }));
      const error = new URL(headers.get('location') ?? '?error=none', ownUrl).searchParams.get('error');
      const { claims, recycledFrom: userId } = flow;
      // Without a verified address, better-auth does not ask whether a person may be linked.
      const isUnsaid = error === 'account_not_linked' && isEmailVerified(claims, this.provider) === undefined;
      const refusal = flow.refusal ?? (isUnsaid ? 'email_verified_missing' : error);
      if (userId !== undefined) await onRecycled({ userId, subject: String(flow.token[this.provider.subject_claim]) });
      const groups = this.#groupsOf(claims);
      const roles = groups === null ? null : rolesOf(this.provider, groups);
      const received = this.describe(flow);
      if (refusal === 'no_access') throw await this.noAccess({ roles, received });
      if (refusal !== null) throw await this.#refuse(refusal, received);
      return { headers, roles, received };
    });
  }

  noAccess({ roles, received }: Pick<FinishedSignIn, 'roles' | 'received'>): Promise<GraphQLError> {
    return this.#refuse(roles === null && this.provider.roles.length > 0 ? 'no_groups' : 'no_access', received);
  }

  async #refuse(error: string, received: Received): Promise<GraphQLError> {
    // Without claims, there was no person of the provider.
    if (received.claims.length > 0) await keepAttempt(this.#deps.database, received, this.#sentenceOf(error));
    return this.#failure(error, received);
  }

  async #build(client: RequestClient, flow: Flow) {
    const { buildAuth } = await import('../../accounts/better-auth.ts');
    const { database, secret, log } = this.#deps;
    const identityProvider: IdentityProvider = {
      config: this.#config(flow),
      validateUserInfo: async ({ user: { id, email }, source: { action } }) => {
        const { providerId } = this;
        const emailVerified = isEmailVerified(flow.claims, this.provider);
        const hasRole = rolesOf(this.provider, this.#groupsOf(flow.claims) ?? []).size > 0;
        const identity = { action, providerId, id, email, emailVerified, hasRole };
        const refused = await admitIdentity(database, identity);
        if (refused?.error === 'address_of_another_account') flow.recycledFrom = id ?? '';
        return refused;
      },
      log: (_level, message, ...details) => log.warn({ details: details.map(String) }, `single sign-on: ${message}`),
    };
    const auth = buildAuth(database, secret, client.isSecure, identityProvider);
    const { socialProviders } = await auth.$context;
    const [discovered] = socialProviders;
    if (discovered === undefined) throw this.#failure('unreachable');
    const issuer = String(discovered.issuer);
    if (withoutSlash(issuer) !== withoutSlash(this.provider.issuer)) {
      log.warn({ configured: this.provider.issuer, discovered: issuer }, 'single sign-on: discovered another issuer');
      throw this.#failure('other_issuer');
    }
    return { auth };
  }

  #config(flow: Flow): IdentityProvider['config'] {
    const { client_id: clientId, client_secret: clientSecret, name, scopes } = this.provider;
    const { subject_claim: subjectClaim, email_claim: emailClaim } = this.provider;
    return {
      ...{ providerId: this.providerId, name, clientId, clientSecret, scopes, requireIdTokenVerification: true },
      discoveryUrl: this.#discoveryUrl(),
      redirectURI: `${this.#deps.publicUrl.replace(/\/+$/, '')}/sign-in/callback`,
      // better-auth verified the ID token.
      getUserInfo: async ({ idToken, accessToken }) => {
        if (idToken === undefined) throw new Error('the provider sent no ID token');
        flow.token = claimsOf(idToken);
        flow.claims = flow.token;
        flow.claims = await this.#complete(flow.token, accessToken);
        return { emailVerified: false, ...flow.claims };
      },
      accountSubject: () => {
        const fault = idTokenFault(flow.token, clientId, subjectClaim);
        if (fault !== null) throw new Error(`the ID token is refused: ${fault}`);
        return String(flow.token[subjectClaim]);
      },
      mapProfileToUser: () => {
        const { claims } = flow;
        const email = readEmail(claims, emailClaim);
        if (email === undefined && hasClaim(claims, emailClaim)) flow.refusal = 'email_unusable';
        return {
          email: email ?? '',
          name: readName(claims) || (email ?? '').slice(0, 63),
          emailVerified: isEmailVerified(claims, this.provider) === true,
          image: undefined,
        };
      },
    };
  }

  #discoveryUrl(): string {
    return `${withoutSlash(this.provider.issuer)}/.well-known/openid-configuration`;
  }

  /** Asks the user info endpoint for what the ID token lacks: some providers send the address there, or the groups. */
  async #complete(token: Claims, accessToken: string | undefined): Promise<Claims> {
    const { email_claim: emailClaim, roles } = this.provider;
    const isComplete = hasClaim(token, emailClaim) && (roles.length === 0 || this.#groupsOf(token) !== null);
    if (isComplete) return token;
    const { log } = this.#deps;
    try {
      const userInfo = await fetchUserInfo(this.#discoveryUrl(), accessToken, AbortSignal.timeout(userInfoTimeoutMs));
      if (userInfo === null) return token;
      // The answer is not signed: https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse
      if (userInfo['sub'] === token['sub']) return mergeClaims(token, userInfo);
      log.warn('single sign-on: ignored the user info, which is of another person');
    } catch (error) {
      log.warn({ error: errorMessage(error) }, 'single sign-on: could not read the user info');
    }
    return token;
  }

  #groupsOf(claims: Claims): Groups {
    return readGroups(claims, this.provider.groups_claim);
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    if (await endsWithin(running, timeoutMs)) return running;
    throw this.#failure('unreachable');
  }

  #failure(error: string, received?: Received): GraphQLError {
    this.#deps.log.info({ error: shorten(error, 100), ...received }, 'refused single sign-on');
    const shown = received === undefined ? '' : shownTo(error, received);
    return domainError('single_sign_on_failed', `${this.#sentenceOf(error)}${shown}`);
  }

  #sentenceOf(error: string): string {
    const known = sentences(this.provider.name);
    return known.get(error) ?? known.get('other') ?? '';
  }

  /** What the provider sent: claims by name and shape, what the settings make of them, and the groups beside those that have a role. */
  describe({ token, claims }: SentClaims) {
    const groups = this.#groupsOf(claims);
    return {
      claims: shapesOf(claims),
      checks: checkClaims({ token, claims }, this.provider),
      emailClaim: this.provider.email_claim,
      groupsClaim: this.provider.groups_claim,
      groups: groups && shownNames(groups),
      groupsWithRole: shownNames(this.provider.roles.map(({ group }) => group)),
    };
  }
}

/** What the person can pass on to those who set the provider up: their own groups, or the claims by name and shape. */
function shownTo(error: string, { groups, claims, emailClaim, groupsClaim }: Received): string {
  const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));
  if (error === 'no_access' && groups !== null) return ` Received in ${groupsClaim}: ${list(groups)}.`;
  const missing = new Map([
    ['no_groups', groupsClaim],
    ['email_not_found', emailClaim],
    ['email_unusable', emailClaim],
    ['email_verified_missing', 'email_verified'],
  ]).get(error);
  return missing === undefined ? '' : ` Expected ${missing}, received ${list(claims)}.`;
}

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, '');

const claimsOf = (idToken: string): Claims =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());

/** What to tell a person about each error of better-auth, of the provider or of ours. */
function sentences(name: string): ReadonlyMap<string, string> {
  const unverified = `${name} has not verified your email address. Verify it there, then sign in again.`;
  const stale = 'This sign-in was already used, has expired, or started in another browser. Sign in again.';
  return new Map([
    ['unreachable', `${name} does not answer. Try again in a minute, or ask the operator of the control plane.`],
    ['access_denied', `The sign-in was cancelled at ${name}. Sign in again.`],
    ['email_not_found', `${name} did not send your email address. Ask the operator of the control plane.`],
    ['email_unusable', `${name} sent an email address that cannot be used here. Correct it there, then sign in again.`],
    [
      'email_verified_missing',
      `${name} does not say whether your email address is verified. Ask the operator of the control plane to set trust_email, if ${name} verifies the addresses of its people.`,
    ],
    ['email_not_verified', unverified],
    ['account_not_linked', unverified],
    [
      'address_of_another_account',
      `Another account at ${name} already signs in here with your email address. If the address has passed to you, ask an administrator of your organization to remove the previous member, then sign in again.`,
    ],
    [
      'other_issuer',
      `${name} calls itself another issuer than the one that is set up here. Ask the operator of the control plane, whose log has both.`,
    ],
    ['no_access', `None of your groups at ${name} gives access here. Ask an administrator of your organization.`],
    [
      'no_groups',
      `${name} did not send your groups, so none gives access here. Ask the operator of the control plane.`,
    ],
    ['state_mismatch', stale],
    ['state_not_found', stale],
    ['state_invalid', stale],
    ['other', `${name} did not confirm the sign-in. Ask the operator of the control plane, whose log has the reason.`],
  ]);
}
