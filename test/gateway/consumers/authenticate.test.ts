import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ConsumerConfig } from '../../../src/gateway/config.ts';
import { authenticate } from '../../../src/gateway/consumers/authenticate.ts';
import { Consumer } from '../../../src/gateway/consumers/consumer.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const [past, future] = ['2026-11-30T11:59:59Z', '2026-11-30T12:00:01Z'];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const found = (header: string | undefined, facts: Partial<ConsumerConfig> = {}) => {
  const config: ConsumerConfig = {
    ...{ id: '1', name: 'electrs', secrets: [{ id: 's', sha256: sha256('a:b') }], methods: [] },
    ...{ callsPerSecond: 1, callsInFlight: 1, ...facts },
  };
  return authenticate(header, new Map([['electrs', new Consumer(config, () => 0)]]), now)?.secretId ?? null;
};

test('finds the consumer of a name and a secret, which may have colons', () => {
  expect(found(basic('electrs:a:b'))).toBe('s');
});

test('takes both secrets of a rotation', () => {
  const secrets = [
    { id: 'old', sha256: sha256('old') },
    { id: 'new', sha256: sha256('new') },
  ];
  expect(['old', 'new'].map((secret) => found(basic(`electrs:${secret}`), { secrets }))).toEqual(['old', 'new']);
});

test.each<[string, string | undefined, Partial<ConsumerConfig>]>([
  ['no header', undefined, {}],
  ['another scheme', basic('electrs:a:b').replace('Basic', 'Bearer'), {}],
  ['an unknown name', basic('other:a:b'), {}],
  ['a name in another case', basic('Electrs:a:b'), {}],
  ['a wrong secret', basic('electrs:a'), {}],
  ['no colon', basic('electrs'), {}],
  ['an empty secret', basic('electrs:'), {}],
  ['two headers in one', `${basic('electrs:a:b')}, ${basic('electrs:a:b')}`, {}],
  ['a secret that expired', basic('electrs:a:b'), { secrets: [{ id: 's', sha256: sha256('a:b'), expiresAt: past }] }],
  ['a consumer that expired', basic('electrs:a:b'), { expiresAt: past }],
])('refuses %s', (_, header, facts) => {
  expect(found(header, facts)).toBeNull();
});

test('takes a consumer until it expires', () => {
  expect(found(basic('electrs:a:b'), { expiresAt: future })).toBe('s');
});
