import type { RequestContext } from '../../request/context.ts';
import type { SignUpMode } from '../../settings.ts';
import type { Secret } from '../accounts/secret.ts';
import type { AuthOf } from './auths.ts';
import type { PasswordWork } from './password-work.ts';
import { cookieOf, sessionCookieName, unsignCookie } from './session-cookie.ts';

/** What signing in and out works with. */
export interface PeopleDeps {
  secret: Secret;
  authOf: AuthOf;
  passwordWork: PasswordWork;
  signUp: SignUpMode;
  publicUrl?: string | undefined;
}

/** Sends the cookies of an answer of better-auth on. Returns the token of the session among them; undefined where there is none. */
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

/** The header that makes a browser forget the session. */
export const clearedCookie = (client: { isSecure: boolean }): string =>
  `${sessionCookieName(client)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${client.isSecure ? '; Secure' : ''}`;
