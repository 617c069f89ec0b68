import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { sampleKind } from '../../../src/contract/events.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

/** The same node for a reinstalled agent with a new data directory. */
const installedAgain = ({ executorId, nodeId }: TestNode): TestNode => new TestNode({ executorId, nodeId });

const stateOf = async (node: TestNode) => {
  const { Id, State } = await node.client.docker.getContainer(await node.containerId()).inspect();
  return { Id, StartedAt: State.StartedAt };
};

test('an agent that was installed again recognises a container that is as desired, and neither restarts its daemon nor reports what ended before', async () => {
  const first = await runningNode();
  await first.stop();
  await first.client.docker.getContainer(await first.containerId()).restart({ t: 30 });
  const before = await stateOf(first);
  const second = installedAgain(first);
  second.desire();
  second.start();
  await second.untilPhase('running');
  await until('it has settled', () => second.worker.report().appliedRevision === 1);
  expect(await stateOf(second)).toEqual(before);
  const kinds = second.events.map(({ kind }) => kind).filter((kind) => kind !== sampleKind);
  expect(kinds).toEqual(['node.taken-over', 'node.answering']);
  expect(second.record.ports).toEqual(first.record.ports);
  // From now on it belongs to this agent, and a change is described.
  second.desire({ overrides: [{ key: 'maxconnections', value: '20' }] });
  expect((await second.untilEvent('node.stopped')).message).toContain('override maxconnections unset → 20');
  await until('it runs anew', () => second.events.filter(({ kind }) => kind === 'node.answering').length === 2);
});

test('a container that is not as desired is re-created by an agent that was installed again, which is no fault', async () => {
  const first = await runningNode();
  await first.stop();
  const id = await first.containerId();
  const second = installedAgain(first);
  second.desire({ overrides: [{ key: 'maxconnections', value: '20' }] });
  second.start();
  expect((await second.untilEvent('node.stopped')).message).toContain('another installation of the agent');
  await second.untilPhase('running');
  expect(await second.containerId()).not.toBe(id);
  expect(second.events.filter(({ level }) => level !== 'info')).toEqual([]);
});

test('invariant 8: only root reads the agent’s RPC credentials on the volume of a node', async () => {
  const node = await runningNode();
  const container = node.client.docker.getContainer(await node.containerId());
  const entries = (await container.getArchive({ path: '/satrap/satrap-agent-rpc.json' })).pipe(extract());
  for await (const { header } of entries) {
    expect(header).toMatchObject({ uid: 0, gid: 0 });
    expect((header.mode ?? 0) & 0o777).toBe(0o400);
  }
});
