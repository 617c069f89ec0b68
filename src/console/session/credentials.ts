import { maxPasswordLength, minPasswordLength } from '../../contract/limits.ts';

/** Reads the secret that a link of the control plane carries behind `#`, where no server and no log sees it. */
export const readLinkToken = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';

type LinkPage = 'accept-invitation' | 'set-password';

/** Returns the link that the control plane made, or one to this console where it does not know its own address. */
export const personLink = (made: { link?: string | null; token: string }, page: LinkPage, base: string): string =>
  made.link ?? `${new URL(page, base).href}#token=${made.token}`;

/** Why a password cannot be taken; null where it can. */
export function passwordFault(password: string): string | null {
  if (password.length < minPasswordLength) return `It needs ${minPasswordLength} characters at least.`;
  if (password.length > maxPasswordLength) return `It may have ${maxPasswordLength} characters at most.`;
  return null;
}
