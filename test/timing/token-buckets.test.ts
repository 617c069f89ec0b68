import { expect, test } from 'vitest';
import { tokenBuckets } from '../../src/timing/token-buckets.ts';

function limiter() {
  const clock = { ms: 0 };
  const buckets = tokenBuckets({ burst: 4, perSecond: 2, maxOwners: 3 }, () => clock.ms);
  const take = (owner: string, times = 1) => Array.from({ length: times }, () => buckets.take(owner)).at(-1);
  return { clock, buckets, take };
}

test('an owner has a burst of tokens, and then those that are refilled', () => {
  const { clock, take } = limiter();
  expect(take('a', 4)).toBe(0);
  expect(take('a')).toBe(1);
  clock.ms += 1000;
  expect(take('a', 2)).toBe(0);
  expect(take('a')).toBe(1);
  clock.ms += 3_600_000;
  expect(take('a', 4)).toBe(0);
  expect(take('a')).toBe(1);
});

test('an owner can owe tokens, never has more than a burst, and shares with nobody', () => {
  const { clock, buckets, take } = limiter();
  buckets.add('a', -14);
  expect(take('a')).toBe(6);
  clock.ms += 5500;
  expect(take('a')).toBe(0);
  buckets.add('a', 100);
  expect(take('a', 4)).toBe(0);
  expect(take('a')).toBe(1);
  expect(take('b')).toBe(0);
});

test('the memory for owners is bounded', () => {
  const { take } = limiter();
  take('a', 4);
  for (const other of ['b', 'c', 'd']) take(other);
  expect(take('a')).toBe(0);
});
