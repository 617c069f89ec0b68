import { expect, test } from 'vitest';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

test('of two agents with one executor’s id, the one without the lease leaves the other’s container alone, and takes over once it holds the lease', async () => {
  const lease = { isHeld: false };
  const first = await runningNode({ lease });
  await first.stop();

  // Its data directory is new, and the desired state differs from the spec of the first one's container.
  const second = new TestNode({ executorId: first.executorId, nodeId: first.nodeId });
  second.desire({ overrides: [{ key: 'maxconnections', value: '20' }] });
  second.start();
  await second.untilEvent('node.started');
  await second.untilPhase('running');
  const id = await second.containerId();

  first.start();
  expect(await first.untilPhase('failing')).toContain('another agent with the same host name created the container');
  const passes = first.passes;
  await until('the first one made more passes', () => first.passes > passes + 3);
  expect(await second.containerId()).toBe(id);
  await second.stop();
  lease.isHeld = true;
  await first.untilPhase('running');
  expect(await first.containerId()).not.toBe(id);
});
