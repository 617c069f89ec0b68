import { expect, test } from 'vitest';
import { poll } from '../../src/timing/poll.ts';

test('poll returns the first result that is neither undefined nor false', async () => {
  const results = [undefined, false, 0, 1] as const;
  let calls = 0;
  expect(await poll(() => results[calls++], { withinMs: 5000, everyMs: 1 })).toBe(0);
  expect(calls).toBe(3);
});

test('poll returns undefined when the time is over, after at least one call', async () => {
  let calls = 0;
  const result = await poll(
    () => {
      calls++;
      return undefined;
    },
    { withinMs: 0, everyMs: 1 },
  );
  expect(result).toBeUndefined();
  expect(calls).toBeGreaterThan(0);
});

test('poll rejects with the error of its probe', async () => {
  const probe = () => Promise.reject(new Error('broken'));
  await expect(poll(probe, { withinMs: 5000 })).rejects.toThrow('broken');
});

test('poll rejects when its signal aborts, also between two calls', async () => {
  const controller = new AbortController();
  const polling = poll(() => undefined, { withinMs: 60_000, everyMs: 60_000, signal: controller.signal });
  controller.abort(new Error('cancelled'));
  await expect(polling).rejects.toThrow();
  await expect(poll(() => true, { withinMs: 1, signal: controller.signal })).rejects.toThrow('cancelled');
});
