import { expect, test } from 'vitest';
import { runningNode, type TestNode } from '../../harness/test-node.ts';

const policyOf = async (node: TestNode) => {
  const { HostConfig } = await node.client.docker.getContainer(await node.containerId()).inspect();
  return HostConfig.RestartPolicy?.Name;
};

test('a running node is restarted by the engine, a stopped one is not', async () => {
  const node = await runningNode();
  expect(await policyOf(node)).toBe('always');
  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  expect(await policyOf(node)).toBe('unless-stopped');
  node.desire({ desiredState: 'running' });
  await node.untilPhase('running');
  expect(await policyOf(node)).toBe('always');
});
