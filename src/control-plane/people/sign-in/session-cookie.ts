import { createHmac, timingSafeEqual } from 'node:crypto';

/** The cookie of a session. Browsers accept a name that begins with `__Secure-` only over TLS. */
export const sessionCookieName = ({ isSecure }: { isSecure: boolean }): string =>
  `${isSecure ? '__Secure-' : ''}satrap.session_token`;

export const secondFactorCookieName = ({ isSecure }: { isSecure: boolean }): string =>
  `${isSecure ? '__Secure-' : ''}satrap.two_factor`;

/** Returns the value of a cookie as it was sent; undefined where there is none with this name. */
export function cookieOf(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Returns what better-auth signed in the value of a cookie; undefined when the signature does not fit. */
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
