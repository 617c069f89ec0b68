import { expect, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { paths } from '../../../src/agent/docker/engine/paths.ts';
import { readFile } from '../../../src/agent/docker/engine/read-file.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, type Tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const former: Tester = { user: 'satrap', password: 'former' };
const present: Tester = { user: 'satrap', password: 'present' };
const published = (...topics: string[]) => topics.map((topic) => ({ key: `zmqpub${topic}`, value: '1' }));

/** The engine's published ports of a node's container, by container port. */
async function portsOf(node: TestNode): Promise<Record<string, { HostIp: string; HostPort: string }[] | null>> {
  return (await node.client.docker.getContainer(objectName(node.nodeId)).inspect()).NetworkSettings.Ports;
}

const untilApplied = (node: TestNode, revision: number) =>
  until(`revision ${revision} is applied`, () => {
    const report = node.worker.report();
    return report.phase === 'running' && report.appliedRevision === revision && report;
  });

test('accepts both pairs of credentials during a rotation, and keeps ZeroMQ ports', async () => {
  const node = await runningNode();
  const statusOf = async (who: Tester) => (await callAs(node, who, 'uptime').catch(() => null))?.status;
  node.desire({ rpcAuth: authOf(present), formerRpcAuth: authOf(former) });
  await until('the new pair is valid', async () => (await statusOf(present)) === 200);
  expect(await statusOf(former)).toBe(200);
  node.desire({ rpcAuth: authOf(present), formerRpcAuth: null });
  await until('the former pair has ended', async () => (await statusOf(former)) === 401);
  await until('the new pair is valid', async () => (await statusOf(present)) === 200);

  const container = await node.containerId();
  expect(node.worker.report().endpoint).not.toHaveProperty('zmq');

  node.desire({ revision: 2, overrides: published('rawblock', 'rawtx') });
  const { endpoint } = await untilApplied(node, 2);
  expect(await node.containerId()).not.toBe(container);
  const zmq = endpoint?.zmq ?? [];
  expect(zmq.map(({ topic }) => topic)).toEqual(['rawblock', 'rawtx']);
  const bindings = await portsOf(node);
  const urls = ['28332/tcp', '28333/tcp'].map((port) => {
    const [{ HostIp, HostPort } = { HostIp: '', HostPort: '' }] = bindings[port] ?? [];
    return `tcp://${HostIp}:${HostPort}`;
  });
  expect(zmq.map(({ url }) => url)).toEqual(urls);
  const config = await readFile(node.client, await node.containerId(), paths.configFile);
  expect(String(config)).toContain('zmqpubrawblock=tcp://0.0.0.0:28332');
  expect((await node.explain()).observed.join()).toContain('ZeroMQ rawblock port');

  // Another installation of the agent only has the container's label.
  await node.stop();
  const other = new TestNode({ nodeId: node.nodeId, executorId: node.executorId });
  other.desire({ revision: 2, overrides: published('rawblock', 'rawtx') });
  other.start();
  expect((await untilApplied(other, 2)).endpoint?.zmq).toEqual(zmq);
  other.desire({ revision: 3, overrides: published('rawtx') });
  expect((await untilApplied(other, 3)).endpoint?.zmq).toEqual(zmq.slice(1));
  expect(Object.keys(await portsOf(other))).not.toContain('28332/tcp');

  // The operator sets an address that the host does not have: the container is not re-created only to fail.
  const containerBefore = await other.containerId();
  await other.stop();
  const mistaken = new TestNode({ nodeId: node.nodeId, executorId: node.executorId, zmqBindAddress: '203.0.113.7' });
  mistaken.desire({ revision: 3, overrides: published('rawtx') });
  mistaken.start();
  await mistaken.untilReason('this host has no address 203.0.113.7');
  expect(await mistaken.containerId()).toBe(containerBefore);
});
