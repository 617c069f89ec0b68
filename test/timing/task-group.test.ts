import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Loops } from '../../src/timing/task-group.ts';

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

test('a loop that breaks ends all others, also when it joined last, and its error is told', async () => {
  const loops = new Loops(new AbortController().signal);
  let others = 0;
  const other = () => untilAborted(loops.signal).then(() => void others++);
  loops.join(other());
  loops.join(other());
  const ended = loops.ended();
  const late = Promise.withResolvers<void>();
  loops.join(late.promise);
  late.reject(new Error('it broke'));
  await expect(ended).rejects.toThrow('it broke');
  expect(others).toBe(2);
});

test('a loop that joins while the others run is waited for', async () => {
  const ending = new AbortController();
  const loops = new Loops(ending.signal);
  const done: string[] = [];
  const first = untilAborted(loops.signal);
  loops.join(
    first.then(() => {
      loops.join(Promise.resolve().then(() => void done.push('late')));
    }),
  );
  const ended = loops.ended();
  ending.abort();
  await ended;
  expect(done).toEqual(['late']);
});
