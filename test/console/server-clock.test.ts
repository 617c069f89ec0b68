import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerClock } from '../../src/console/api/server-clock.ts';

const server = Date.UTC(2026, 0, 1, 12);
const dateOf = (ms: number) => new Date(ms).toUTCString();
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser whose clock differs by so many milliseconds hears an answer that took as long. */
function hear(clock: ServerClock, aheadMs: number, tookMs = 100): void {
  const sentAt = server + aheadMs;
  vi.setSystemTime(sentAt + tookMs);
  clock.heard(dateOf(server + tookMs / 2), sentAt, sentAt + tookMs);
}

test.each([60 * minute, -60 * minute])('corrects a browser clock that is off by %d ms', (aheadMs) => {
  const clock = new ServerClock();
  hear(clock, aheadMs);
  expect(Math.abs(clock.aheadMs - aheadMs)).toBeLessThan(1000);
  expect(Math.abs(clock.now() - server)).toBeLessThan(1000);
});

test('ignores a small difference', () => {
  const clock = new ServerClock();
  hear(clock, 20_000);
  expect(clock.aheadMs).toBe(0);
});

test('ignores an answer that says too little about the time', () => {
  const clock = new ServerClock();
  hear(clock, 60 * minute, 20_000);
  clock.heard(null, 0, 1);
  clock.heard(dateOf(server), server + 60 * minute, server);
  expect(clock.aheadMs).toBe(0);
});

test('reports a difference once, and again when the clock is set', () => {
  const clock = new ServerClock();
  const reported: number[] = [];
  clock.subscribe(() => reported.push(Math.round(clock.aheadMs / minute)));
  for (const aheadMs of [60 * minute, 60 * minute + 900, 0, 0]) hear(clock, aheadMs);
  expect(reported).toEqual([60, 0]);
});

test('a clock at the limit does not switch with each answer', () => {
  const clock = new ServerClock();
  hear(clock, 31_000);
  const aheadMs = clock.aheadMs;
  hear(clock, 28_000);
  expect([aheadMs > 0, clock.aheadMs]).toEqual([true, aheadMs]);
});
