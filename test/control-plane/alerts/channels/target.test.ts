import { expect, test } from 'vitest';
import type { NotificationChannelKind } from '../../../../src/contract/types.generated.ts';
import { addressPolicy } from '../../../../src/control-plane/alerts/channels/address-policy.ts';
import { changeTarget, maskTarget, type TargetInput } from '../../../../src/control-plane/alerts/channels/target.ts';

const policy = addressPolicy([]);
const url = 'https://hooks.example.com/secret-path?k=v';
const token = '123456:ABC-DEF_ghi';

const valid: Record<NotificationChannelKind, [TargetInput, masked: string]> = {
  webhook: [{ url: ` ${url}\n ` }, 'https://hooks.example.com/…'],
  email: [{ addresses: ['ops@example.com', ' b@example.com '] }, 'ops@example.com, b@example.com'],
  slack: [{ url }, 'https://hooks.example.com/…'],
  telegram: [{ chatId: '-1001', token }, '-1001'],
  ntfy: [{ url: 'https://ntfy.sh/my-topic', token: 'tk_x' }, 'https://ntfy.sh/…'],
};

test.each(Object.entries(valid))('%s takes its own fields, and shows members no secret', (name, [input, masked]) => {
  const kind = name as NotificationChannelKind;
  const { target, issues } = changeTarget(kind, input, { policy });
  expect(issues).toEqual([]);
  expect(maskTarget(kind, target)).toBe(masked);
  expect(changeTarget(kind, {}, { policy, before: target })).toEqual({ target, issues: [] });
});

test.each<[NotificationChannelKind, TargetInput, field: string, message: string]>([
  ['webhook', {}, 'url', 'is required'],
  ['webhook', { url: 'https://10.0.0.1/' }, 'url', 'public address'],
  ['slack', { url: 'http://hooks.example.com/' }, 'url', 'https://'],
  ['slack', { url, token: 'x' }, 'token', 'is not for slack'],
  ['ntfy', { url: 'https://169.254.169.254/topic' }, 'url', 'public address'],
  ['ntfy', { url: 'https://ntfy.sh/' }, 'url', 'topic'],
  ['ntfy', { url: 'https://ntfy.sh/my-topic', token: 'a\nb' }, 'token', 'access token'],
  ['telegram', { token }, 'chatId', 'is required'],
  ['telegram', { chatId: 'me', token }, 'chatId', 'chat id'],
  ['telegram', { chatId: '1', token: '1:/../../x?' }, 'token', 'bot token'],
  ['telegram', { chatId: '1', token, url: 'https://127.0.0.1/' }, 'url', 'public address'],
  ['email', { addresses: [] }, 'addresses', 'is required'],
  ['email', { addresses: ['a@example.com\r\nBcc: b@example.com'] }, 'addresses', 'not an email address'],
  ['email', { addresses: Array(11).fill('a@example.com') }, 'addresses', 'at most 10'],
])('%s refuses %j', (kind, input, field, message) => {
  expect(changeTarget(kind, input, { policy }).issues).toMatchObject([
    { path: ['data', field], message: expect.stringContaining(message) },
  ]);
});

const ntfy = { url: 'https://ntfy.example.com/alerts', token: 'tk_x' };
const telegram = { chatId: '-1001', token };

test.each<[NotificationChannelKind, TargetInput, change: TargetInput]>([
  ['ntfy', ntfy, { url: 'https://evil.example.com/alerts' }],
  ['ntfy', ntfy, { url: 'https://ntfy.example.com:8443/alerts' }],
  ['ntfy', ntfy, { url: 'https://ntfy.example.com.evil.example.com/alerts' }],
  ['telegram', telegram, { url: 'https://evil.example.com/' }],
  ['telegram', telegram, { chatId: '-1002' }],
  ['telegram', { ...telegram, url: 'https://bots.example.com/' }, { url: '' }],
])('%s %j asks for the token again for %j', (kind, input, change) => {
  const { target: before } = changeTarget(kind, input, { policy });
  expect(changeTarget(kind, change, { policy, before }).issues).toEqual([
    { path: ['data', 'token'], message: expect.stringContaining('must be entered again') },
  ]);
  const again = { ...change, token: input.token ?? null };
  expect(changeTarget(kind, again, { policy, before }).issues).toEqual([]);
});

test.each<[NotificationChannelKind, TargetInput, change: TargetInput]>([
  ['ntfy', ntfy, { url: 'https://ntfy.example.com/other' }],
  ['ntfy', ntfy, { url: 'https://NTFY.example.com:443/alerts' }],
  ['ntfy', { url: ntfy.url }, { url: 'https://other.example.com/alerts' }],
  ['telegram', telegram, { url: 'https://api.telegram.org/' }],
  ['telegram', telegram, {}],
  ['webhook', { url }, { url: 'https://other.example.com/' }],
  ['slack', { url }, { url: 'https://other.example.com/' }],
  ['email', { addresses: ['ops@example.com'] }, { addresses: ['b@example.com'] }],
])('%s %j keeps what it has for %j', (kind, input, change) => {
  const { target: before } = changeTarget(kind, input, { policy });
  expect(changeTarget(kind, change, { policy, before }).issues).toEqual([]);
});
