import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { objectName } from '../../../src/agent/docker/engine/labels.ts';
import { paths } from '../../../src/agent/docker/engine/paths.ts';
import { readFile } from '../../../src/agent/docker/engine/read-file.ts';
import { isPortInUse, PortAllocator } from '../../../src/agent/docker/port-allocator.ts';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const published = (...topics: string[]) => topics.map((topic) => ({ key: `zmqpub${topic}`, value: '1' }));

/** The engine's published ports of a node's container, by container port. */
async function portsOf(node: TestNode): Promise<Record<string, { HostIp: string; HostPort: string }[] | null>> {
  return (await node.client.docker.getContainer(objectName(node.nodeId)).inspect()).NetworkSettings.Ports;
}

const configOf = async (node: TestNode): Promise<string> =>
  String(await readFile(node.client, await node.containerId(), paths.configFile));

const untilApplied = (node: TestNode, revision: number) =>
  until(`revision ${revision} is applied`, () => {
    const report = node.worker.report();
    return report.phase === 'running' && report.appliedRevision === revision && report;
  });

test('a topic is published on the host, keeps its port through the loss of the agent’s store, and is gone when it is not asked for', async () => {
  const node = await runningNode();
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
  expect(await configOf(node)).toContain('zmqpubrawblock=tcp://0.0.0.0:28332');
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

test('an address that the host does not have leaves what runs alone, and the reason says what to do', async () => {
  const node = await runningNode({ zmqBindAddress: '203.0.113.7' });
  const container = await node.containerId();
  node.desire({ revision: 2, overrides: published('rawblock') });
  await node.untilReason('this host has no address 203.0.113.7');
  expect(node.worker.report()).toMatchObject({ phase: 'running', appliedRevision: 1, containerId: container });
  node.desire({ revision: 3 });
  expect(await untilApplied(node, 3)).toMatchObject({ reason: null, containerId: container });
});

test('a port that another program takes at the last moment is given up for another one, on a node that runs for long', async () => {
  const blocker = createServer();
  await once(blocker.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void blocker.close());
  const { port: blocked } = blocker.address() as AddressInfo;
  let looksFree = false;
  const node = await runningNode({
    ports: new PortAllocator({
      range: { from: blocked, to: blocked + 100 },
      taken: async () => new Set([18_443, 18_444, 28_334]),
      addresses: { node: ['127.0.0.1'], zmq: ['127.0.0.1'] },
      inUse: async (port, address) => (port !== blocked || !looksFree) && isPortInUse(port, address),
    }),
  });
  const before = node.worker.report().endpoint;
  looksFree = true;
  node.desire({ revision: 2, overrides: published('hashblock') });
  const { endpoint } = await untilApplied(node, 2);
  expect(node.logged.some(({ msg }) => msg.includes(`:${blocked}`))).toBe(true);
  expect(endpoint).toMatchObject({ rpcPort: before?.rpcPort, p2pPort: before?.p2pPort });
  expect(endpoint?.zmq).toEqual([{ topic: 'hashblock', url: expect.not.stringContaining(`:${blocked}`) }]);
});
