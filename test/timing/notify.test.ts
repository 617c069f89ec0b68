import { expect, test } from 'vitest';
import { Notify } from '../../src/timing/notify.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

const never = new AbortController().signal;

test('a notification ends a wait at once', async () => {
  const clock = new VirtualClock(0);
  const notify = new Notify(clock);
  const waiting = notify.wait(1000, never);
  notify.notify();
  expect(await waiting).toBe(true);
  expect(clock.elapsed()).toBe(0);
});

test('notifications while nobody waits are coalesced into one', async () => {
  const clock = new VirtualClock(0);
  const notify = new Notify(clock);
  notify.notify();
  notify.notify();
  expect(await notify.wait(1000, never)).toBe(true);
  const second = notify.wait(1000, never);
  await clock.passUntil(1000);
  expect(await second).toBe(false);
});

test('a wait without a notification ends after its time', async () => {
  const clock = new VirtualClock(0);
  let hasEnded = false;
  const waiting = new Notify(clock).wait(1000, never).finally(() => {
    hasEnded = true;
  });
  await clock.passUntil(999);
  expect(hasEnded).toBe(false);
  await clock.passUntil(1000);
  expect(await waiting).toBe(false);
});

test('a wait ends at once when its signal aborts, also when it was aborted before', async () => {
  const clock = new VirtualClock(0);
  const notify = new Notify(clock);
  const ending = new AbortController();
  const waiting = notify.wait(1000, ending.signal);
  ending.abort();
  expect(await waiting).toBe(false);
  expect(await notify.wait(1000, ending.signal)).toBe(false);
  expect(clock.sleepers).toBe(0);
});

test('a wait for ever does not overflow the timer of the clock', async () => {
  const sleeps: number[] = [];
  const notify = new Notify({ now: () => 0, elapsed: () => 0, sleep: async (ms) => void sleeps.push(ms) });
  await notify.wait(Number.POSITIVE_INFINITY, never);
  expect(sleeps).toEqual([2 ** 31 - 1]);
});
