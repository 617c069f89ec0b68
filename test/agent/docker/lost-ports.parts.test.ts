import { expect, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';

// The container loses its network. An engine with "bridge": "none" would remove the bridge of this machine.

const inspect = (node: TestNode) => node.client.docker.getContainer(objectName(node.nodeId)).inspect();
const portsOf = async (node: TestNode) =>
  Object.values((await inspect(node)).NetworkSettings.Ports).filter((bindings) => bindings !== null);
const loseNetwork = async (node: TestNode) =>
  node.client.docker.getNetwork('bridge').disconnect({ Container: await node.containerId(), Force: true });
const removals = ({ events }: TestNode) => events.filter(({ kind }) => kind === 'node.container_removed');

test('a container that lost its ports is created again once, with the same chain data', async () => {
  const node = await runningNode();
  const before = await node.containerId();
  await loseNetwork(node);
  await node.untilEvent('node.container_removed');
  await node.untilPhase('starting');
  await node.untilPhase('running');
  const after = await node.containerId();
  expect(after).not.toBe(before);
  expect(await portsOf(node)).toHaveLength(2);
  expect(node.events.filter(({ kind }) => kind === 'node.volume_created')).toHaveLength(1);
  const why = 'the engine publishes none of its ports';
  expect(removals(node).map(({ data }) => data)).toEqual([expect.objectContaining({ why })]);
  await loseNetwork(node);
  await node.untilReason('also after the container was created again: restart the engine');
  expect(await node.containerId()).toBe(after);
  expect(removals(node)).toHaveLength(1);
}, 120_000);
