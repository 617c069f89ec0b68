// The address of a page that needs a session begins with the slug of its organization: `/o/acme/nodes`.

/** Pages without a session. */
export const guestPaths = ['/sign-in', '/sign-in/callback', '/set-password', '/accept-invitation'] as const;

const prefix = /^\/o\/([^/?#]+)/;

/** Returns the slug of an address's organization; null without one. */
export const organizationIn = (path: string): string | null => prefix.exec(path)?.[1] ?? null;

export const withoutOrganization = (path: string): string => path.replace(prefix, '') || '/';

export function withOrganization(path: string, slug: string | null): string {
  if (slug === null || guestPaths.some((guest) => guest === path)) return path;
  return `/o/${slug}${path === '/' ? '' : path}`;
}
