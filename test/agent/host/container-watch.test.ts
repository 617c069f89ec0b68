import { expect, test } from 'vitest';
import { ContainerRemoved, ContainerWatch } from '../../../src/agent/host/container-watch.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';

test('an agent ends whose container the engine removes without knowing that it runs', async () => {
  const answers = [false, false, true];
  const watch = new ContainerWatch(() => answers.shift() ?? false, hastyClock(1000));
  await expect(watch.run(new AbortController().signal)).rejects.toThrow(ContainerRemoved);
  expect(answers).toEqual([]);
});

test('the watch of a container ends with the agent', async () => {
  const ending = new AbortController();
  const watching = new ContainerWatch(() => false, hastyClock(1)).run(ending.signal);
  ending.abort();
  await watching;
});
