import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../../../src/control-plane/alerts/webhooks/secrets.ts';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';

const secret = buildSecret(crypto.randomUUID());
const [present, former] = [newWebhookSecret(), newWebhookSecret()];
const at = new Date();
const message = { id: 'message', at, body: '{"type":"webhook.test"}' };
const endpoint = { sealedSecret: secret.seal(present), sealedFormerSecret: null, formerSecretUntil: null };
const rotated = (untilMs: number) => ({
  ...endpoint,
  sealedFormerSecret: secret.seal(former),
  formerSecretUntil: new Date(at.getTime() + untilMs),
});

test('a message is signed as the Standard Webhooks specification says', () => {
  const headers = signedHeaders(message, endpoint, secret);
  const seconds = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(present.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`message.${seconds}.${message.body}`).digest('base64');
  expect(headers).toEqual({
    'webhook-id': 'message',
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  });
  expect(new Webhook(present).verify(message.body, headers)).toEqual({ type: 'webhook.test' });
});

test('a message that was changed, or signed with another secret, does not verify', () => {
  const headers = signedHeaders(message, endpoint, secret);
  expect(() => new Webhook(present).verify('{"type":"other"}', headers)).toThrow();
  expect(() => new Webhook(former).verify(message.body, headers)).toThrow();
});

test('during a rotation, receivers with either secret verify a message; after it, only those with the new one', () => {
  const during = signedHeaders(message, rotated(60_000), secret);
  for (const each of [present, former]) new Webhook(each).verify(message.body, during);
  const after = signedHeaders(message, rotated(-1), secret);
  new Webhook(present).verify(message.body, after);
  expect(() => new Webhook(former).verify(message.body, after)).toThrow();
});
