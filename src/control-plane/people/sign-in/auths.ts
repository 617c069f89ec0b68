import type { Database } from '../../platform/database/database.ts';
import { domainError, tooManyAttempts } from '../../platform/input/errors.ts';
import type { RequestClient } from '../../request/client.ts';
import type { buildAuth } from '../accounts/better-auth.ts';

export type Auth = ReturnType<typeof buildAuth>;

/** better-auth, for the cookies that the client's connection takes. */
export type AuthOf = (client: Pick<RequestClient, 'isSecure'>) => Promise<Auth>;

/** It is a quarter of all modules, and is loaded when somebody needs it first: a control plane may serve agents and keys alone. */
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

/** What better-auth reads of a request: its cookies. */
export const cookieHeaders = ({ cookie }: Pick<RequestClient, 'cookie'>): Headers =>
  new Headers(cookie === null ? {} : { cookie });

const lockedSeconds = 900;

/** Returns what to tell the caller about a refusal of better-auth; any other error stays as it is. */
export async function refusalOf(error: unknown): Promise<unknown> {
  const { APIError } = await import('better-auth/api');
  // One recovery code that several sign-ins use at once: better-auth gives a conflict no code.
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
      return domainError('session_required', 'begin again: sign in with your password first');
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return tooManyAttempts(lockedSeconds);
    case 'TOTP_NOT_ENABLED':
    case 'TWO_FACTOR_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return domainError('second_factor_not_set_up', 'there is no second factor; set one up with setUpSecondFactor');
    case 'TOTP_ALREADY_ENABLED':
      return domainError('second_factor_in_use', 'a second factor is in use already; remove it first');
    default:
      return error;
  }
}

const wrongCredentials = () => domainError('wrong_credentials', 'the e-mail address or the password is wrong');

/** To somebody who is signed in. */
export const wrongPassword = () => domainError('wrong_credentials', 'the present password is wrong');

export const wrongCode = () =>
  domainError('wrong_code', 'this code is wrong, or was used; wait for the next one and try again');

/** Asks better-auth; its refusals become ours. */
export const asking = <T>(work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    throw await refusalOf(error);
  });
