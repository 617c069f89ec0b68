import { expect, test } from 'vitest';
import { LatePart } from '../../../src/console/parts/late-part.ts';

test('what comes between the drawing of a place and the first look after it is found by that look', async () => {
  const late = new LatePart(async () => 'part');
  const drawn = late.get();
  await late.fetch();
  const stop = late.subscribe(() => expect.unreachable('nothing comes after that'));
  // As React does: whoever has subscribed compares what there is with what was drawn.
  expect([drawn, late.get()]).toEqual([undefined, 'part']);
  stop();
});

test('what comes later is told to those who still wait, once', async () => {
  const late = new LatePart(async () => 'part');
  const told: string[] = [];
  const stop = late.subscribe(() => told.push('gone'));
  late.subscribe(() => told.push(late.get() ?? 'nothing'));
  stop();
  await late.fetch();
  await late.fetch();
  expect(told).toEqual(['part']);
});

test('what fails is told to the one who asked, and tried again by the next', async () => {
  let tries = 0;
  const late = new LatePart(async () => {
    if (++tries === 1) throw new Error('away');
    return 'part';
  });
  late.subscribe(() => expect(late.get()).toBe('part'));
  await expect(late.fetch()).rejects.toThrow('away');
  expect(late.get()).toBeUndefined();
  await late.fetch();
  expect(late.get()).toBe('part');
});
