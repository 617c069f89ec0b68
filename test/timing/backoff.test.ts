import { expect, test } from 'vitest';
import { Backoff, backoffDelay } from '../../src/timing/backoff.ts';

const policy = { firstMs: 1000, maxMs: 60_000, jitter: 0 };

test.each([
  [0, 0],
  [1, 1000],
  [2, 2000],
  [3, 4000],
  [7, 60_000],
  [5000, 60_000],
])('waits after %i failures in a row for %i ms', (failures, ms) => {
  expect(backoffDelay(policy, failures)).toBe(ms);
});

test('grows by another factor where one is given', () => {
  expect(backoffDelay({ ...policy, factor: 1.5 }, 3)).toBe(2250);
});

test.each([
  [0, 800],
  [0.5, 1000],
  [1, 1200],
])('deviates by a fifth at the most: with the random number %f it waits %i ms', (random, ms) => {
  expect(backoffDelay({ firstMs: 1000, maxMs: 60_000 }, 1, () => random)).toBe(ms);
});

test('counts failures in a row, and begins again after a success', () => {
  const backoff = new Backoff(policy);
  expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([1000, 2000, 4000]);
  backoff.reset();
  expect(backoff.next()).toBe(1000);
});
