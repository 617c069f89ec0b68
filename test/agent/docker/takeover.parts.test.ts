import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { sampleKind } from '../../../src/contract/events.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const stateOf = async (node: TestNode) => {
  const { Id, State } = await node.client.docker.getContainer(await node.containerId()).inspect();
  return { Id, StartedAt: State.StartedAt };
};

test('of two agents with one executor’s id, one takes over only with the lease', async () => {
  const lease = { isHeld: false };
  const first = await runningNode({ lease });
  await first.stop();
  await first.client.docker.getContainer(await first.containerId()).restart({ t: 30 });
  const before = await stateOf(first);
  // As installed again: with a new data directory.
  const second = new TestNode({ executorId: first.executorId, nodeId: first.nodeId });
  second.desire();
  second.start();
  await second.untilPhase('running');
  await until('it has settled', () => second.worker.report().appliedRevision === 1);
  expect(await stateOf(second)).toEqual(before);
  const kinds = second.events.map(({ kind }) => kind).filter((kind) => kind !== sampleKind);
  expect(kinds).toEqual(['node.taken_over', 'node.answering']);
  expect(second.record.ports).toEqual(first.record.ports);
  // From now on it belongs to this agent, and a change is described.
  second.desire({ overrides: [{ key: 'maxconnections', value: '20' }] });
  expect((await second.untilEvent('node.stopped')).message).toContain('override maxconnections unset → 20');
  await until('it runs anew', () => second.events.filter(({ kind }) => kind === 'node.answering').length === 2);
  const id = await second.containerId();

  first.start();
  expect(await first.untilPhase('failing')).toContain('another agent with the same host name created the container');
  const passes = first.passes;
  await until('the first one made more passes', () => first.passes > passes + 3);
  expect(await second.containerId()).toBe(id);
  await second.stop();
  const told = first.events.length;
  lease.isHeld = true;
  await first.untilPhase('running');
  expect(await first.containerId()).not.toBe(id);
  const events = first.events.slice(told);
  expect(events.map(({ kind }) => kind)).toContain('node.stopped');
  expect(events.filter(({ level }) => level !== 'info')).toEqual([]);

  await first.stop();
  const container = first.client.docker.getContainer(await first.containerId());
  const entries = (await container.getArchive({ path: '/satrap/satrap-agent-rpc.json' })).pipe(extract());
  for await (const { header } of entries) {
    // Invariant 8: only root reads the agent's RPC credentials on the volume.
    expect(header).toMatchObject({ uid: 0, gid: 0 });
    expect((header.mode ?? 0) & 0o777).toBe(0o400);
  }
});
