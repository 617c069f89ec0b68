import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { runCommand } from '../../../src/devhost/run-command.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

// Finding L1: the default of node_user was an account of Debian hosts, whose nodes keep it until their operator acts.

const [earlier, present] = ['101:101', '60833:60833'];

const containerOf = async (node: TestNode) => node.client.docker.getContainer(await node.containerId()).inspect();
const userOf = async (node: TestNode): Promise<string> => (await containerOf(node)).Config.User;

/** An agent with an empty store takes a node over. */
async function takeOver(node: TestNode): Promise<TestNode> {
  await node.stop();
  const { executorId, nodeId } = node;
  const next = new TestNode({ executorId, nodeId, nodeUser: present });
  next.desire();
  next.start();
  return next;
}

async function changeOwner(node: TestNode, owner: string): Promise<void> {
  const { Mountpoint } = await node.client.docker.getVolume(objectName(node.nodeId)).inspect();
  await runCommand('chown', ['-hR', owner, join(Mountpoint, 'node')], { signal: AbortSignal.timeout(30_000) });
}

test('a node keeps the owner of its data until its operator changes it', async () => {
  const first = await runningNode({ nodeUser: earlier });
  const { Id, State } = await containerOf(first);

  // Invariant 9: an agent with the new default restarts nothing.
  const second = await takeOver(first);
  await second.untilPhase('running');
  await until('it has settled', () => second.worker.report().appliedRevision === 1);
  expect(await containerOf(second)).toMatchObject({ Id, State: { StartedAt: State.StartedAt } });
  second.desire({ overrides: [{ key: 'maxconnections', value: '20' }] });
  await until('another container runs', async () => (await second.containerId().catch(() => Id)) !== Id);
  await second.untilPhase('running');
  expect(await userOf(second)).toBe(earlier);

  // Only the data itself is left.
  await second.stop();
  await second.client.docker.getContainer(await second.containerId()).remove({ force: true });
  const third = await takeOver(second);
  await third.untilPhase('running');
  expect(await userOf(third)).toBe(earlier);

  third.desire({ desiredState: 'stopped' });
  await third.untilPhase('stopped');
  await changeOwner(third, present);
  third.desire();
  await third.untilPhase('running');
  expect(await userOf(third)).toBe(present);
  expect(third.events.filter(({ level }) => level === 'error')).toEqual([]);
});
