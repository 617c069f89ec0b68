import { expect, test } from 'vitest';
import type { ConsumerConfig } from '../../../src/gateway/config.ts';
import { Consumer } from '../../../src/gateway/consumers/consumer.ts';

const config = (facts: Partial<ConsumerConfig> = {}): ConsumerConfig => ({
  ...{ id: '1', name: 'electrs', secrets: [], methods: ['uptime'], callsPerSecond: 2, callsInFlight: 10, ...facts },
});
const nothing = () => undefined;

function entered(consumer: Consumer) {
  const result = consumer.enter('s1', nothing);
  return typeof result === 'function' ? 'entered' : result.retryAfterSeconds;
}

test('admits its calls per second and tells when to come back', () => {
  let now = 0;
  const consumer = new Consumer(config(), () => now);
  expect([entered(consumer), entered(consumer), entered(consumer)]).toEqual(['entered', 'entered', 1]);
  now = 500;
  expect(entered(consumer)).toBe('entered');
});

test('charges each call of a batch', () => {
  const consumer = new Consumer(config(), () => 0);
  consumer.enter('s1', nothing);
  consumer.charge(9);
  expect(entered(consumer)).toBe(5);
});

test('admits its requests in flight, and further ones as they end', () => {
  const consumer = new Consumer(config({ callsPerSecond: 100, callsInFlight: 1 }), () => 0);
  const end = consumer.enter('s1', nothing);
  expect(entered(consumer)).toBe(1);
  if (typeof end === 'function') end();
  expect(entered(consumer)).toBe('entered');
});

test('keeps its count of calls when other settings change', () => {
  const consumer = new Consumer(config(), () => 0);
  consumer.enter('s1', nothing);
  consumer.enter('s1', nothing);
  consumer.update(config({ methods: ['help'] }));
  expect([entered(consumer), consumer.mayCall('help'), consumer.mayCall('uptime')]).toEqual([1, true, false]);
});

test('takes another rate at once', () => {
  const consumer = new Consumer(config(), () => 0);
  consumer.enter('s1', nothing);
  consumer.enter('s1', nothing);
  consumer.update(config({ callsPerSecond: 5 }));
  expect(entered(consumer)).toBe('entered');
});

test('ends its requests in flight when it is revoked', () => {
  const consumer = new Consumer(config(), () => 0);
  const ended: string[] = [];
  consumer.enter('s1', () => ended.push('first'));
  const end = consumer.enter('s1', () => ended.push('second'));
  if (typeof end === 'function') end();
  consumer.revoke();
  expect(ended).toEqual(['first']);
});

const secret = (id: string, expiresAt?: string): ConsumerConfig['secrets'][number] => ({
  ...{ id, sha256: id.repeat(32) },
  ...(expiresAt === undefined ? {} : { expiresAt }),
});

/** A consumer with a request in flight of each of its secrets, and the secrets of those that were ended. */
function inFlight(facts: Partial<ConsumerConfig>) {
  const consumer = new Consumer(config({ callsPerSecond: 100, ...facts }), () => 0);
  const ended: string[] = [];
  for (const { id } of consumer.config.secrets) consumer.enter(id, () => ended.push(id));
  return { consumer, ended };
}

test('ends the requests of a secret that is removed, and no others', () => {
  const { consumer, ended } = inFlight({ secrets: [secret('s1'), secret('s2')] });
  consumer.revokeNarrowed(config({ secrets: [secret('s2')] }));
  expect(ended).toEqual(['s1']);
});

test('ends all requests when a method is removed', () => {
  const { consumer, ended } = inFlight({ secrets: [secret('s1'), secret('s2')] });
  consumer.revokeNarrowed(config({ secrets: [secret('s1'), secret('s2')], methods: ['help'] }));
  expect(ended).toEqual(['s1', 's2']);
});

test('ends no request when a method and a secret are added', () => {
  const { consumer, ended } = inFlight({ secrets: [secret('s1')] });
  consumer.revokeNarrowed(config({ secrets: [secret('s1'), secret('s2')], methods: ['uptime', 'help'] }));
  expect(ended).toEqual([]);
});

const at = '2026-11-30T12:00:00Z';

test('ends the requests of a secret when it expires', () => {
  const { consumer, ended } = inFlight({ secrets: [secret('s1', at), secret('s2')] });
  consumer.endExpired(Date.parse(at) - 1);
  expect(ended).toEqual([]);
  consumer.endExpired(Date.parse(at));
  expect(ended).toEqual(['s1']);
});

test('ends all requests when the consumer expires', () => {
  const { consumer, ended } = inFlight({ secrets: [secret('s1'), secret('s2')], expiresAt: at });
  consumer.endExpired(Date.parse(at));
  expect(ended).toEqual(['s1', 's2']);
});
