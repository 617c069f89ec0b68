import { expect, test } from 'vitest';
import type { ConsumerConfig } from '../../../src/gateway/config.ts';
import { Consumer } from '../../../src/gateway/consumers/consumer.ts';

const config = (facts: Partial<ConsumerConfig> = {}): ConsumerConfig => ({
  ...{ id: '1', name: 'electrs', secrets: [], methods: ['uptime'], callsPerSecond: 2, callsInFlight: 10, ...facts },
});
const nothing = () => undefined;

function entered(consumer: Consumer) {
  const result = consumer.enter(nothing);
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
  consumer.enter(nothing);
  consumer.charge(9);
  expect(entered(consumer)).toBe(5);
});

test('admits its requests in flight, and further ones as they end', () => {
  const consumer = new Consumer(config({ callsPerSecond: 100, callsInFlight: 1 }), () => 0);
  const end = consumer.enter(nothing);
  expect(entered(consumer)).toBe(1);
  if (typeof end === 'function') end();
  expect(entered(consumer)).toBe('entered');
});

test('keeps its count of calls when other settings change', () => {
  const consumer = new Consumer(config(), () => 0);
  consumer.enter(nothing);
  consumer.enter(nothing);
  consumer.update(config({ methods: ['help'] }));
  expect([entered(consumer), consumer.mayCall('help'), consumer.mayCall('uptime')]).toEqual([1, true, false]);
});

test('takes another rate at once', () => {
  const consumer = new Consumer(config(), () => 0);
  consumer.enter(nothing);
  consumer.enter(nothing);
  consumer.update(config({ callsPerSecond: 5 }));
  expect(entered(consumer)).toBe('entered');
});

test('ends its requests in flight when it is revoked', () => {
  const consumer = new Consumer(config(), () => 0);
  const ended: string[] = [];
  consumer.enter(() => ended.push('first'));
  const end = consumer.enter(() => ended.push('second'));
  if (typeof end === 'function') end();
  consumer.revoke();
  expect(ended).toEqual(['first']);
});
