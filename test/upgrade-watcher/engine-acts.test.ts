import { expect, test } from 'vitest';
import { RuntimeError } from '../../src/agent/runtime/runtime-error.ts';
import { EngineActs } from '../../src/upgrade-watcher/docker/engine-acts.ts';

test('retries to set a restart policy while a run ends, but after no other failure', async () => {
  const failures = ['Cannot update container: cannot update a stopped container: unknown', 'no space left on device'];
  let calls = 0;
  const acts = new EngineActs({
    onContainer: async () => {
      const failure = failures[calls++];
      if (failure !== undefined) throw new RuntimeError('refused', failure);
    },
  } as unknown as ConstructorParameters<typeof EngineActs>[0]);
  await expect(acts.setRestart('id', { Name: 'no' })).rejects.toThrow('no space left');
  expect(calls).toBe(2);
});
