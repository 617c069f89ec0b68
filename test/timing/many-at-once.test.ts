import { beforeEach, expect, test, vi } from 'vitest';
import { pulseOfMany } from '../../src/timing/pulse-of-many.ts';
import { together } from '../../src/timing/together.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('calls continue together once there are enough, or after a moment', async () => {
  const withOthers = together({ size: 3, maxWaitMs: 100 });
  const gone: number[] = [];
  const come = (number: number) => withOthers().then(() => gone.push(number));
  void come(1);
  void come(2);
  await vi.advanceTimersByTimeAsync(99);
  expect(gone).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(gone).toEqual([1, 2]);
  for (const number of [3, 4, 5]) void come(number);
  await Promise.resolve();
  expect(gone).toEqual([1, 2, 3, 4, 5]);
  void come(6);
  await vi.advanceTimersByTimeAsync(99);
  expect(gone).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(1);
  expect(gone).toHaveLength(6);
});

test('calls each of many at its interval, and those of one second together', () => {
  const pulse = pulseOfMany(20);
  const beats: string[] = [];
  const endFirst = pulse(() => beats.push('first'));
  pulse(() => beats.push('second'));
  vi.advanceTimersByTime(5500);
  pulse(() => beats.push('later'));
  vi.advanceTimersByTime(14_000);
  expect(beats).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(beats).toEqual(['first', 'second']);
  endFirst();
  vi.advanceTimersByTime(20_000);
  expect(beats).toEqual(['first', 'second', 'later', 'second']);
});
