import { once } from 'node:events';
import { expect, test } from 'vitest';
import { TaskGroup } from '../../src/timing/task-group.ts';

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

test('a task that throws aborts all others, also when it joined last, and its error is thrown', async () => {
  const group = new TaskGroup(new AbortController().signal);
  let others = 0;
  const other = () => untilAborted(group.signal).then(() => void others++);
  group.add(other());
  group.add(other());
  const ended = group.done();
  const late = Promise.withResolvers<void>();
  group.add(late.promise);
  late.reject(new Error('it broke'));
  await expect(ended).rejects.toThrow('it broke');
  expect(others).toBe(2);
});

test('a task that joins while the others run is waited for', async () => {
  const ending = new AbortController();
  const group = new TaskGroup(ending.signal);
  const done: string[] = [];
  const first = untilAborted(group.signal);
  group.add(
    first.then(() => {
      group.add(Promise.resolve().then(() => void done.push('late')));
    }),
  );
  const ended = group.done();
  ending.abort();
  await ended;
  expect(done).toEqual(['late']);
});
