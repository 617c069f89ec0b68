import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runningNode, type TestNode } from '../../harness/test-node.ts';

/** Of the daemon itself, as its kernel enforces it. */
async function limitOf(node: TestNode): Promise<string | undefined> {
  const { State } = await node.client.docker.getContainer(await node.containerId()).inspect();
  return /^Max open files\s+(\S+\s+\S+)/m.exec(readFileSync(`/proc/${State.Pid}/limits`, 'utf8'))?.[1];
}

test('a daemon gets the open files that its maxconnections need', async () => {
  const node = await runningNode();
  expect(await limitOf(node)).toMatch(/^4096\s+4096$/);
  node.desire({ revision: 2, overrides: [{ key: 'maxconnections', value: '5000' }] });
  await node.untilEvent('node.container_removed');
  await node.untilPhase('running');
  expect(await limitOf(node)).toMatch(/^6184\s+6184$/);
});
