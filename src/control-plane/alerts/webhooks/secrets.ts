import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secret } from '../../people/accounts/secret.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { StoredSecret } from '../../tables/channels.ts';

/** After a rotation, the previous secret stays valid for this long. */
const rotationMs = 24 * 3_600_000;
/** Each valid secret adds a signature to every delivery. */
const maxSecrets = 5;

/** In the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const validSecrets = (secrets: readonly StoredSecret[], now: Date): StoredSecret[] =>
  secrets.filter(({ until }) => until === null || new Date(until) > now);

/** Returns the ends of the previous secrets, soonest first. */
export const previousSecretsUntil = (secrets: readonly StoredSecret[], now: Date): string[] =>
  validSecrets(secrets, now)
    .flatMap(({ until }) => until ?? [])
    .toSorted();

/** Adds a current secret. The earlier ones stay valid until their own ends. Throws `limit_reached`. */
export function rotateSecrets(secrets: readonly StoredSecret[], sealed: string, now: Date): StoredSecret[] {
  const valid = validSecrets(secrets, now);
  if (valid.length >= maxSecrets) {
    const [next] = previousSecretsUntil(valid, now);
    throw domainError('limit_reached', `The channel has ${maxSecrets} valid secrets. Rotate again after ${next}.`);
  }
  const end = new Date(now.getTime() + rotationMs).toISOString();
  return [{ sealed, until: null }, ...valid.map((each) => ({ ...each, until: each.until ?? end }))];
}

/** Signs with every valid secret, the current one first. */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly StoredSecret[],
  secret: Pick<Secret, 'unseal'>,
): Record<string, string> {
  const signatures = validSecrets(secrets, at).map(({ sealed }) =>
    new Webhook(secret.unseal(sealed)).sign(id, at, body),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
