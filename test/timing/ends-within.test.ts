import { expect, test } from 'vitest';
import { endsWithin } from '../../src/timing/ends-within.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

test('work that ends in time has ended, also when it failed', async () => {
  const clock = new VirtualClock(0);
  expect(await endsWithin(Promise.resolve(), 1000, clock)).toBe(true);
  expect(await endsWithin(Promise.reject(new Error('it failed')), 1000, clock)).toBe(true);
  expect(clock.sleepers).toBe(0);
});

test('work that does not end is waited for no longer than it is given', async () => {
  const clock = new VirtualClock(0);
  const ended = endsWithin(new Promise(() => undefined), 1000, clock);
  await clock.passUntil(999);
  expect(clock.sleepers).toBe(1);
  await clock.passUntil(1000);
  expect(await ended).toBe(false);
});
