import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CachedReading } from '../../src/timing/cached-reading.ts';
import { VirtualClock } from '../harness/virtual-clock.ts';

test('invariant 5: a first reading that hangs is waited for two seconds, and done without then', async () => {
  const clock = new VirtualClock(0);
  const hanging = new CachedReading({ clock, read: () => new Promise<string>(() => {}), maxAgeMs: 1000 });
  const first = hanging.get(() => 'nothing yet');
  await clock.passUntil(2000);
  expect(await first).toBe('nothing yet');
  expect(clock.sleepers).toBe(0);
});

test('a reading that nobody waits for is returned as soon as it is there', async () => {
  const clock = new VirtualClock(0);
  const reading = Promise.withResolvers<string>();
  const cached = new CachedReading({ clock, read: () => reading.promise, maxAgeMs: 1000, firstReadTimeoutMs: 0 });
  expect(await cached.get(() => 'nothing yet')).toBe('nothing yet');
  reading.resolve('read');
  await turn();
  expect(await cached.get(() => 'nothing yet')).toBe('read');
});

test('the last good reading is returned while another one is under way or fails', async () => {
  const clock = new VirtualClock(0);
  let reads = 0;
  const cached = new CachedReading({
    clock,
    read: async () => {
      if (++reads > 1) throw new Error('the engine is away');
      return 'good';
    },
    maxAgeMs: 1000,
  });
  expect(await cached.get(() => 'nothing')).toBe('good');
  await clock.passUntil(999);
  await cached.get(() => 'nothing');
  expect(reads).toBe(1);
  // The age of a reading does not depend on what someone sets the clock to.
  clock.step(-3_600_000);
  await clock.passUntil(1000);
  expect(await cached.get(() => 'nothing')).toBe('good');
  await turn();
  expect(await cached.get(() => 'nothing')).toBe('good');
  expect(reads).toBe(3);
});
