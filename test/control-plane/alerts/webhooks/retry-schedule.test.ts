import { expect, test } from 'vitest';
import { readRetryAfter, secondsToNextTry } from '../../../../src/control-plane/alerts/webhooks/retry-schedule.ts';

const least = () => 0;
const most = () => 1;

test.each([
  [1, 5],
  [2, 300],
  [3, 1800],
  [4, 7200],
  [5, 18_000],
  [6, 36_000],
  [7, 50_400],
  [8, 72_000],
  [9, 86_400],
  [10, null],
  [11, null],
])('after %i failed tries the next one comes after %s seconds', (tries, seconds) => {
  expect(secondsToNextTry(tries, null, least)).toBe(seconds);
});

test('ten tries span about 76 hours, with jitter up to a tenth more', () => {
  const hours = (random: () => number) =>
    Array.from({ length: 9 }, (_, index) => secondsToNextTry(index + 1, null, random) ?? 0).reduce((a, b) => a + b) /
    3600;
  expect(hours(least)).toBeCloseTo(75.6, 1);
  expect(hours(most)).toBeCloseTo(83.1, 1);
});

test('a receiver gets the time that it asks for, up to a day, and never less than the schedule says', () => {
  expect(secondsToNextTry(1, 120, least)).toBe(120);
  expect(secondsToNextTry(1, 10_000_000, least)).toBe(86_400);
  expect(secondsToNextTry(3, 1, least)).toBe(1800);
});

const now = new Date('2026-10-01T12:00:00.000Z');
test.each([
  ['120', 120],
  ['Thu, 01 Oct 2026 12:02:00 GMT', 120],
  ['Thu, 01 Oct 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  [undefined, null],
])('Retry-After: %s is %s seconds', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});
