import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secret } from '../../people/accounts/secret.ts';
import type { EndpointRow } from '../../tables/webhooks.ts';

/** For so long after a rotation, deliveries are signed with both secrets. */
export const rotationMs = 24 * 3_600_000;

/** Makes the secret of a webhook, as the Standard Webhooks specification writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export interface SignedMessage {
  id: string;
  at: Date;
  body: string;
}

/** Returns the headers that prove where a message comes from: signed with the secret, and with the former one as long as it is valid. */
export function signedHeaders(
  { id, at, body }: SignedMessage,
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
