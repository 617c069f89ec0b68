import { createHmac, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import type { Database } from '../../platform/database/database.ts';
import { domainError, tooManyAttempts } from '../../platform/input/errors.ts';
import type { PersonCaller, RequestClient } from '../../request/caller.ts';
import type { RequestContext } from '../../request/context.ts';
import type { SignUpMode } from '../../settings.ts';
import type { buildAuth } from '../accounts/better-auth.ts';
import type { Secret } from '../accounts/secret.ts';

/** The session cookie. Browsers accept a name with the prefix `__Secure-` only over TLS. */
export const sessionCookieName = ({ isSecure }: { isSecure: boolean }): string =>
  `${isSecure ? '__Secure-' : ''}satrap.session_token`;

export const secondFactorCookieName = ({ isSecure }: { isSecure: boolean }): string =>
  `${isSecure ? '__Secure-' : ''}satrap.two_factor`;

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
}

/** Forwards the cookies of better-auth's response. Returns the session token among them, or undefined. */
export function sendCookies(
  { client, cookies }: Pick<RequestContext, 'client' | 'cookies'>,
  headers: Headers,
  { secret }: Pick<PeopleDeps, 'secret'>,
): string | undefined {
  const sent = headers.getSetCookie();
  cookies.push(...sent);
  const values = sent.flatMap((cookie) => cookieOf(cookie.split(';')[0] ?? '', sessionCookieName(client)) ?? []);
  return values.map((value) => unsignCookie(value, secret.text)).find((token) => token !== undefined);
}

export const clearedCookie = (client: { isSecure: boolean }): string =>
  `${sessionCookieName(client)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${client.isSecure ? '; Secure' : ''}`;

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
    return {
      secure: buildAuth(database, secret, { isSecure: true }),
      plain: buildAuth(database, secret, { isSecure: false }),
    };
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

/** Returns the caller's error for a refusal of better-auth; any other error is returned unchanged. */
export async function refusalOf(error: unknown): Promise<unknown> {
  const { APIError } = await import('better-auth/api');
  // Concurrent use of one recovery code: better-auth returns a conflict without a code.
  if (error instanceof APIError && error.statusCode === 409) return wrongCode();
  const code = error instanceof APIError ? String(error.body?.['code']) : undefined;
  switch (code) {
    case undefined:
      return error;
    case 'INVALID_EMAIL':
    case 'INVALID_EMAIL_OR_PASSWORD':
      return wrongCredentials();
    case 'INVALID_PASSWORD':
      return wrongPassword();
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return wrongCode();
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return domainError('session_required', 'sign in with your password first');
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return tooManyAttempts(lockedSeconds);
    case 'TOTP_NOT_ENABLED':
    case 'TWO_FACTOR_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return domainError('second_factor_not_set_up', 'no second factor is set up; use setUpSecondFactor');
    case 'TOTP_ALREADY_ENABLED':
      return domainError('second_factor_in_use', 'a second factor is already set up; remove it first');
    default:
      return error;
  }
}

const wrongCredentials = () => domainError('wrong_credentials', 'the e-mail address or the password is wrong');

export const wrongPassword = () => domainError('wrong_credentials', 'the current password is wrong');

export const wrongCode = () =>
  domainError('wrong_code', 'this code is wrong or was already used; wait for the next one and try again');

export const asking = <T>(work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    throw await refusalOf(error);
  });

/** Throws `session_required` for an API key: a script must not change how its person signs in. */
export function requireSession({ credential }: PersonCaller): void {
  if (credential.type !== 'session')
    throw domainError('session_required', 'this requires a session, not an API key; sign in first');
}
