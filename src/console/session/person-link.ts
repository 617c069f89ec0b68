type LinkPage = 'accept-invitation' | 'set-password';

/** Returns the link that the control plane made, or one to this console where it does not know its own address. Pure. */
export const personLink = (made: { link?: string | null; token: string }, page: LinkPage, base: string): string =>
  made.link ?? `${new URL(page, base).href}#token=${made.token}`;
