/** Returns the path that browsers find the control plane under, such as `/satrap`; empty where it is at the root. Pure. */
export const pathPrefix = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Returns the target of a request without the prefix, which a proxy may leave in place. Pure. */
export function withoutPrefix(target: string, prefix: string): string {
  if (prefix === '' || !target.startsWith(prefix)) return target;
  const rest = target.slice(prefix.length);
  if (rest === '') return '/';
  if (rest.startsWith('/')) return rest;
  return rest.startsWith('?') ? `/${rest}` : target;
}
