import { describe, expect, test } from 'vitest';
import { Backoff, type BackoffPolicy, backoffDelay } from '../../src/timing/backoff.ts';

const policy: BackoffPolicy = { firstMs: 100, maxMs: 1000 };
/** Random numbers that give the shortest, the middle and the longest wait. */
const shortest = () => 0;
const middle = () => 0.5;
const longest = () => 1;

describe('backoffDelay', () => {
  test.each<[string, BackoffPolicy, number, () => number, number]>([
    ['does not wait after no failure', policy, 0, middle, 0],
    ['waits the first delay after one failure', policy, 1, middle, 100],
    ['doubles the wait with each failure', policy, 3, middle, 400],
    ['never waits longer than the maximum', policy, 9, middle, 1000],
    ['stays at the maximum after very many failures', policy, 100_000, middle, 1000],
    ['grows by the factor of the policy', { ...policy, factor: 1.5 }, 3, middle, 225],
    ['deviates by a fifth downwards', policy, 1, shortest, 80],
    ['deviates by a fifth upwards', policy, 1, longest, 120],
    ['deviates by the jitter of the policy', { ...policy, jitter: 0.5 }, 1, longest, 150],
    ['does not deviate without jitter', { ...policy, jitter: 0 }, 1, longest, 100],
  ])('a back-off %s', (_what, given, failures, random, expected) => {
    expect(backoffDelay(given, failures, random)).toBeCloseTo(expected);
  });
});

test('a back-off counts failures in a row and starts again after a success', () => {
  const backoff = new Backoff({ ...policy, jitter: 0 });
  expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([100, 200, 400]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
});
