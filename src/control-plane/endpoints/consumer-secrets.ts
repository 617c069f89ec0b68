import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { StoredConsumerSecret } from '../tables/endpoints.ts';

/** Returns a secret, and what is stored of it. */
export function newConsumerSecret(): { text: string; stored: StoredConsumerSecret } {
  const text = randomBytes(32).toString('base64url');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { text, stored: { id: randomUUID(), sha256, until: null } };
}

export const validSecrets = (secrets: readonly StoredConsumerSecret[], now: Date): StoredConsumerSecret[] =>
  secrets.filter(({ until }) => until === null || new Date(until) > now);

/** Returns the secrets after a rotation: the new one, and the current one until `until`. An earlier one ends. */
export function rotateSecrets(
  secrets: readonly StoredConsumerSecret[],
  added: StoredConsumerSecret,
  until: Date,
): StoredConsumerSecret[] {
  const previous = secrets.find((each) => each.until === null);
  return [added, ...(previous === undefined ? [] : [{ ...previous, until: until.toISOString() }])];
}

export const previousSecretUntil = (secrets: readonly StoredConsumerSecret[], now: Date): string | null =>
  validSecrets(secrets, now).find(({ until }) => until !== null)?.until ?? null;
