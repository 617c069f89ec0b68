import { expect, test } from 'vitest';
import { ReceiverLines } from '../../../../src/control-plane/alerts/webhooks/receiver-lines.ts';

/** Attempts that end on demand. */
function heldTries() {
  const ends: (() => void)[] = [];
  const run = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    return promise;
  };
  return { run, ends };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a receiver gets eight tries at a time, and the others wait in line', async () => {
  const lines = new ReceiverLines();
  const { run, ends } = heldTries();
  const entered = Array.from({ length: 20 }, () => lines.enter('one', run));
  await turn();
  expect(ends).toHaveLength(8);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await turn();
    await turn();
  }
  expect(await Promise.all(entered)).toEqual(Array(20).fill(null));
});

test('a line that is full takes no more, and the line of another receiver does', async () => {
  const lines = new ReceiverLines();
  const { run } = heldTries();
  for (let count = 0; count < 128; count++) void lines.enter('one', run);
  await turn();
  expect(await lines.enter('one', run)).toBeLessThan(1);
  expect(await lines.enter('other', async () => {})).toBeNull();
});

test('a try that fails makes room for the next', async () => {
  const lines = new ReceiverLines();
  const failing = async () => {
    throw new Error('broken');
  };
  for (let count = 0; count < 100; count++) await expect(lines.enter('one', failing)).rejects.toThrow('broken');
});
