import { expect, test } from 'vitest';
import { MemoryHost } from '../../harness/memory-host.ts';

/** A node whose daemon the engine ends with SIGKILL and starts again by itself, after the stream said these things. */
async function killed(report: { outOfMemory?: true }): Promise<string | undefined> {
  const host = new MemoryHost();
  host.list({ id: 'n1' });
  host.start();
  await host.settle();
  await host.pass(1000);
  host.runtime.changeStream.send({ nodeId: 'n1', workloadId: 'w-n1', exitCode: null, ...report });
  await host.settle();
  host.runtime.crashAndRestart('n1', 137);
  await host.settle();
  return host.events.find(({ kind }) => kind === 'node.exited')?.message;
}

test('a daemon that the engine ended for lack of memory is told as that, also when the engine started it again at once', async () => {
  expect(await killed({ outOfMemory: true })).toContain(
    'because its memory limit was reached (give the node more memory)',
  );
});

test('a daemon that someone killed is not', async () => {
  expect(await killed({})).toContain('(someone killed it, or the host ran out of memory)');
});
