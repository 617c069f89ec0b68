import { randomUUID } from 'node:crypto';

/** A UUID, or its digits alone, as some proxies write it. */
const form = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Returns the id of a request: that of the header `X-Request-Id` where it is a UUID, and a new one otherwise. */
export function requestIdOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !form.test(header)) return randomUUID();
  const digits = header.toLowerCase().replaceAll('-', '');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
