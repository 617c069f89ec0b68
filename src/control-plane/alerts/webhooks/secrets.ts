import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secret } from '../../people/accounts/secret.ts';
import type { EndpointRow } from '../../tables/webhooks.ts';

/** After a rotation, deliveries are signed with both secrets for this long. */
export const rotationMs = 24 * 3_600_000;

/** In the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Signs with the secret, and with the previous one while it is valid. */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  endpoint: Pick<EndpointRow, 'sealedSecret' | 'sealedFormerSecret' | 'formerSecretUntil'>,
  secret: Pick<Secret, 'unseal'>,
): Record<string, string> {
  const formerIsValid = endpoint.formerSecretUntil !== null && endpoint.formerSecretUntil > at;
  const sealed = [endpoint.sealedSecret, ...(formerIsValid ? [endpoint.sealedFormerSecret] : [])];
  const signatures = sealed.flatMap((each) =>
    each === null ? [] : [new Webhook(secret.unseal(each)).sign(id, at, body)],
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
