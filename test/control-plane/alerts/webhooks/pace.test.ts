import { expect, test } from 'vitest';
import { readRetryAfter, secondsToNextTry } from '../../../../src/control-plane/alerts/channels/retry-schedule.ts';
import { ReceiverLines } from '../../../../src/control-plane/alerts/webhooks/receiver-lines.ts';

test('ten tries span about 76 hours, with jitter up to a tenth more', () => {
  const waits = (random: number) =>
    Array.from({ length: 11 }, (_, index) => secondsToNextTry(index + 1, null, () => random));
  const least = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(waits(0)).toEqual([...least, null, null]);
  expect(waits(1).slice(0, 9)).toEqual(least.map((seconds) => expect.closeTo(1.1 * seconds)));
});

test('a receiver gets the time it asks for, up to a day, and never less than planned', () => {
  const waitFor = (tries: number, asked: number) => secondsToNextTry(tries, asked, () => 0);
  expect([waitFor(1, 120), waitFor(1, 10_000_000), waitFor(3, 1)]).toEqual([120, 86_400, 1800]);
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

test('a line that is full takes no more, and the line of another receiver does', async () => {
  const lines = new ReceiverLines();
  for (let count = 0; count < 128; count++) void lines.enter('one', () => new Promise(() => {}));
  expect(await lines.enter('one', async () => {})).toBeLessThan(1);
  expect(await lines.enter('other', async () => {})).toBeNull();
});

test('a try that fails makes room for the next', async () => {
  const lines = new ReceiverLines();
  const fail = () => Promise.reject(new Error('broken'));
  for (let count = 0; count < 100; count++) await expect(lines.enter('one', fail)).rejects.toThrow('broken');
});
