import { hash, timingSafeEqual } from 'node:crypto';
import type { Consumer } from './consumer.ts';
import { isOver } from './is-over.ts';

/** The same work for a consumer that does not exist. */
const noSecret = Buffer.alloc(32);

/**
 * Returns the consumer of an `Authorization` header and the id of the secret that it used; null for a wrong one. An unknown
 * consumer and a wrong secret take the same time. `now`: milliseconds since the Unix epoch.
 */
export function authenticate(
  header: string | undefined,
  consumers: ReadonlyMap<string, Consumer>,
  now: number,
): { consumer: Consumer; secretId: string } | null {
  const credentials = readBasic(header ?? '');
  const consumer = consumers.get(credentials?.user ?? '');
  const digest = hash('sha256', credentials?.password ?? '', 'buffer');
  const secrets = consumer?.config.secrets ?? [];
  let found: string | null = null;
  for (const { id, sha256, expiresAt } of secrets)
    if (timingSafeEqual(digest, Buffer.from(sha256, 'hex')) && !isOver(expiresAt, now)) found = id;
  for (let more = secrets.length; more < comparisons; more++) timingSafeEqual(digest, noSecret);
  if (consumer === undefined || found === null || isOver(consumer.config.expiresAt, now)) return null;
  return { consumer, secretId: found };
}

/** As many as a consumer may have secrets. */
const comparisons = 4;

const basic = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

function readBasic(header: string): { user: string; password: string } | null {
  const encoded = basic.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
