import { useHash } from '@mantine/hooks';
import { maxPasswordLength, minPasswordLength } from '../../contract/limits.ts';

/** Returns a link's secret from its fragment, which browsers never send to servers. */
export function useLinkToken(): string {
  // Opening another link in the same tab changes only the fragment and does not reload the page.
  const [hash] = useHash({ getInitialValueInEffect: false });
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
}

type LinkPage = 'accept-invitation' | 'set-password';

/** Returns the control plane's link, or one to this console where the control plane has no public URL. */
export const personLink = (made: { link?: string | null; token: string }, page: LinkPage, base: string): string =>
  made.link ?? `${new URL(page, base).href}#token=${made.token}`;

/** Returns why a password is invalid, or null. */
export function passwordFault(password: string): string | null {
  if (password.length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  if (password.length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  return null;
}
