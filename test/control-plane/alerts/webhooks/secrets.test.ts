import { expect, test } from 'vitest';
import {
  newWebhookSecret,
  previousSecretsUntil,
  rotateSecrets,
  signedHeaders,
} from '../../../../src/control-plane/alerts/webhooks/secrets.ts';
import { buildSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import type { StoredSecret } from '../../../../src/control-plane/tables/channels.ts';
import { verify } from '../../../harness/webhook-receiver.ts';

const secret = buildSecret('of the control plane');
const start = Date.now() - 36 * 3_600_000;
const after = (hours: number) => new Date(start + hours * 3_600_000);

/** Rotates at these hours, and returns the texts of all secrets, the first one first. */
function rotatedAt(hours: readonly number[]): { stored: StoredSecret[]; texts: string[] } {
  const texts = [newWebhookSecret()];
  let stored: StoredSecret[] = [{ sealed: secret.seal(texts[0] ?? ''), until: null }];
  for (const hour of hours) {
    const text = newWebhookSecret();
    stored = rotateSecrets(stored, secret.seal(text), after(hour));
    texts.push(text);
  }
  return { stored, texts };
}

test('each secret verifies until a day after its own rotation', () => {
  const { stored, texts } = rotatedAt([0, 1, 12]);
  // The present: 36 hours after the first rotation.
  const at = new Date();
  const stillValid = stored.map((each) => ({
    ...each,
    until: each.until && new Date(Date.parse(each.until) + 13 * 3_600_000).toISOString(),
  }));
  const body = '{}';
  const during = { headers: signedHeaders({ id: 'm', at, body }, stillValid, secret), body, at: 0 };
  for (const text of texts) expect(verify(text, during)).toEqual({});
  expect(previousSecretsUntil(stored, after(13))).toEqual([24, 25, 36].map((hour) => after(hour).toISOString()));

  const later = { headers: signedHeaders({ id: 'm', at, body }, stored, secret), body, at: 0 };
  expect(verify(texts.at(-1) ?? '', later)).toEqual({});
  for (const text of texts.slice(0, -1)) expect(() => verify(text, later)).toThrow('No matching signature found');
});

test('refuses a sixth valid secret until the next expires, and removes expired ones', () => {
  const { stored } = rotatedAt([0, 1, 2, 3]);
  expect(() => rotateSecrets(stored, 'sealed', after(4))).toThrow(`Rotate again after ${after(24).toISOString()}.`);
  expect(rotateSecrets(stored, 'sealed', after(25)).map(({ until }) => until)).toEqual([
    null,
    ...[49, 27, 26].map((hour) => after(hour).toISOString()),
  ]);
});
