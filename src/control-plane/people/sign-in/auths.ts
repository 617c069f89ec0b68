import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import pLimit from 'p-limit';
import type { Database } from '../../platform/database/database.ts';
import { domainError, tooManyAttempts } from '../../platform/input/errors.ts';
import type { PersonCaller, RequestClient } from '../../request/caller.ts';
import type { RequestContext } from '../../request/context.ts';
import type { SignUpMode } from '../../settings.ts';
import type { buildAuth } from '../accounts/better-auth.ts';
import type { Secret } from '../accounts/secret.ts';
import type { ProviderFile } from './single-sign-on/provider-file.ts';

/** Browsers accept a name with the prefix `__Secure-` only over TLS. */
const cookieName =
  (name: string) =>
  ({ isSecure }: { isSecure: boolean }): string =>
    `${isSecure ? '__Secure-' : ''}satrap.${name}`;

export const sessionCookieName = cookieName('session_token');
/** Of better-auth, with the state of a single sign-on. */
export const stateCookieName = cookieName('state');
export const secondFactorCookieName = cookieName('two_factor');

export function cookieOf(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

export function unsignCookie(value: string, secret: string): string | undefined {
  const signed = decode(value);
  const at = signed?.lastIndexOf('.') ?? -1;
  if (signed === undefined || at < 1) return undefined;
  const text = signed.slice(0, at);
  const given = Buffer.from(signed.slice(at + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('base64'));
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

export interface PeopleDeps {
  secret: Secret;
  authOf: AuthOf;
  passwordWork: PasswordWork;
  signUp: SignUpMode;
  publicUrl?: string | undefined;
  provider?: ProviderFile | undefined;
}

/** Forwards the cookies of better-auth's response. Returns the session token among them, or undefined. */
export function sendCookies(
  { client, cookies }: Pick<RequestContext, 'client' | 'cookies'>,
  headers: Headers,
  deps: Pick<PeopleDeps, 'secret'>,
): string | undefined {
  cookies.push(...headers.getSetCookie());
  return tokenOf(client, headers, deps);
}

/** Returns the session token in the cookies of better-auth's response, or undefined. */
export function tokenOf(
  client: Pick<RequestClient, 'isSecure'>,
  headers: Headers,
  { secret }: Pick<PeopleDeps, 'secret'>,
): string | undefined {
  const sent = headers.getSetCookie();
  const values = sent.flatMap((cookie) => cookieOf(cookie.split(';')[0] ?? '', sessionCookieName(client)) ?? []);
  return values.map((value) => unsignCookie(value, secret.text)).find((token) => token !== undefined);
}

/** A hash takes 32 MiB and a tenth of a second of one core. */
const atOnce = 2;
const maxWaiting = 40;
const retryAfterSeconds = 5;

/** Bounds concurrent password hashing, so that a flood of sign-ins does not starve other requests. */
export class PasswordWork {
  readonly #turns = pLimit(atOnce);

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#turns.pendingCount >= maxWaiting) throw tooManyAttempts(retryAfterSeconds);
    return this.#turns(work);
  }
}

export type Auth = ReturnType<typeof buildAuth>;

export type AuthOf = (client: Pick<RequestClient, 'isSecure'>) => Promise<Auth>;

/** Loaded on first use, because it is a quarter of all modules: a control plane may serve only agents and keys. */
export function buildAuths(database: Database, secret: string): AuthOf {
  const load = async () => {
    const { buildAuth } = await import('../accounts/better-auth.ts');
    return { secure: buildAuth(database, secret, true), plain: buildAuth(database, secret) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async ({ isSecure }) => {
    loaded ??= load();
    const { secure, plain } = await loaded;
    return isSecure ? secure : plain;
  };
}

export const cookieHeaders = ({ cookie }: Pick<RequestClient, 'cookie'>): Headers =>
  new Headers(cookie === null ? {} : { cookie });

const lockedSeconds = 900;

const wrongCredentials = () => domainError('wrong_credentials', 'the email address or the password is wrong');

export const wrongPassword = () => domainError('wrong_credentials', 'the current password is wrong');

export const wrongCode = () =>
  domainError('wrong_code', 'this code is wrong or was already used; wait for the next one and try again');

const signInFirst = () => domainError('session_required', 'sign in with your password first');

const notSetUp = () => domainError('second_factor_not_set_up', 'no second factor is set up; use setUpSecondFactor');

/** The caller's error for each refusal of better-auth. */
const refusals: Readonly<Record<string, () => GraphQLError>> = {
  INVALID_EMAIL: wrongCredentials,
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_PASSWORD: wrongPassword,
  INVALID_CODE: wrongCode,
  INVALID_BACKUP_CODE: wrongCode,
  INVALID_TWO_FACTOR_COOKIE: signInFirst,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: signInFirst,
  ACCOUNT_TEMPORARILY_LOCKED: () => tooManyAttempts(lockedSeconds),
  TOTP_NOT_ENABLED: notSetUp,
  TWO_FACTOR_NOT_ENABLED: notSetUp,
  BACKUP_CODES_NOT_ENABLED: notSetUp,
  TOTP_ALREADY_ENABLED: () => domainError('second_factor_in_use', 'a second factor is already set up; remove it first'),
};

/** Waits for better-auth. Throws the caller's error for a refusal; any other error is unchanged. */
export const asking = <T>(work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    const { APIError } = await import('better-auth/api');
    if (!(error instanceof APIError)) throw error;
    // Concurrent use of one recovery code: better-auth returns a conflict without a code.
    if (error.statusCode === 409) throw wrongCode();
    throw refusals[String(error.body?.['code'])]?.() ?? error;
  });

/** Throws `session_required` for an API key: a script must not change how its person signs in. */
export function requireSession({ credential }: PersonCaller): void {
  if (credential.type !== 'session')
    throw domainError('session_required', 'this requires a session, not an API key; sign in first');
}
