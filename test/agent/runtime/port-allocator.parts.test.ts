import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPortInUse, type PortAllocatorOptions, portAllocator } from '../../../src/agent/runtime/port-allocator.ts';
import { NoFreePort } from '../../../src/agent/runtime/runtime-error.ts';
import type { ZmqPorts } from '../../../src/agent/runtime/workload.ts';
import type { Network } from '../../../src/bitcoin/network.ts';
import type { ZmqTopic } from '../../../src/bitcoin/zmq.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const addresses = { node: ['127.0.0.1'], zmq: ['127.0.0.1'] };

function allocatorOf(to: number) {
  const kept = new Set<number>();
  const ports = portAllocator({
    ...{ range: { from: 20_000, to }, addresses },
    ...{ taken: async () => new Set(kept), inUse: async () => false },
  });
  const allocate = async (network: Network = 'mainnet') => {
    let allocated: { rpc: number; p2p: number } | undefined;
    await ports.allocate(network, (chosen) => {
      allocated = chosen;
      kept.add(chosen.rpc).add(chosen.p2p);
    });
    return allocated;
  };
  return { ports, kept, allocate };
}

test('gives no two nodes the same port, also when they ask at the same time', async () => {
  const { allocate } = allocatorOf(20_001);
  expect(await Promise.all([allocate(), allocate(), allocate('signet')])).toEqual([
    { rpc: 8332, p2p: 8333 },
    { rpc: 20_000, p2p: 20_001 },
    { rpc: 38_332, p2p: 38_333 },
  ]);
});

test('reuses a deleted node’s ports, but none that the engine rejected', async () => {
  const { allocate, kept, ports } = allocatorOf(20_000);
  await allocate();
  await expect(allocate()).rejects.toThrow('no free port between 20000 and 20000');
  kept.clear();
  expect(await allocate()).toEqual({ rpc: 8332, p2p: 8333 });
  kept.delete(8333);
  expect(await allocate()).toEqual({ rpc: 20_000, p2p: 8333 });
  kept.clear();
  ports.reject([8332]);
  expect(await allocate()).toEqual({ rpc: 20_000, p2p: 8333 });
});

describe('the ports of ZeroMQ', () => {
  const allocatorAt = (inUse: PortAllocatorOptions['inUse'], taken: number[] = []) => {
    const ports = portAllocator({
      ...{ range: { from: 20_000, to: 20_002 }, inUse, taken: async () => new Set(taken) },
      addresses: { node: ['127.0.0.1', '0.0.0.0'], zmq: ['10.0.0.7'] },
    });
    return async (topics: ZmqTopic[]) => {
      let given: ZmqPorts | undefined;
      await ports.allocateZmq(topics, (chosen) => {
        given = chosen;
      });
      return given;
    };
  };

  test('are the well-known ones where free, and each topic has its own', async () => {
    const asked: string[] = [];
    const allocate = allocatorAt(async (_port, address) => asked.push(address) === 0, [28_333]);
    const expected = { rawblock: 28_332, rawtx: 20_000, sequence: 28_336 };
    expect(await allocate(['rawblock', 'rawtx', 'sequence'])).toEqual(expected);
    expect(new Set(asked)).toEqual(new Set(['10.0.0.7']));
  });

  test('come from the operator’s range, whose end is told with the setting', async () => {
    const allocate = allocatorAt(async (port) => port > 28_000);
    expect(await allocate(['rawblock', 'rawtx'])).toEqual({ rawblock: 20_000, rawtx: 20_001 });
    await expect(allocate(['rawblock', 'rawtx', 'hashtx', 'sequence'])).rejects.toThrow(/20000 and 20002.*port_range/);
  });

  test('are not assigned at an address that is not the host’s, and the setting is named', async () => {
    await expect(allocatorAt((port) => isPortInUse(port, '203.0.113.7'))(['rawtx'])).rejects.toThrow(NoFreePort);
    const named = /no address 10\.0\.0\.7; correct .*zmq_bind_address/;
    await expect(allocatorAt(isPortInUse)(['rawtx'])).rejects.toThrow(named);
  });
});

/** Takes a port of loopback until the test ends; 0 takes a free one. A port that is in use already stays so. */
function take(port: number): Promise<number> {
  const blocker = createServer();
  onTestFinished(() => void blocker.close());
  return new Promise((resolve) => {
    blocker.once('error', () => resolve(port));
    blocker.listen(port, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
}

test('a node whose port cannot be published gets others, also for ZeroMQ', async () => {
  const from = await take(0);
  // The allocator finds every port free: one is taken between allocation and start.
  const taken = new Set([18_443, 18_444, 28_334]);
  const options = { addresses, taken: async () => taken, inUse: async () => false };
  const node = new TestNode({ ports: portAllocator({ ...options, range: { from, to: from + 100 } }) });
  const isConflict =
    (...ports: number[]) =>
    (line: { msg: string }) =>
      ports.some((port) => line.msg.includes(`:${port}`)) && /address already in use|already allocated/.test(line.msg);
  node.desire();
  node.start();
  // The engine names one of the two ports, and somebody else may have the second one.
  await until('the conflict is logged', () => node.logged.some(isConflict(from, from + 1)));
  await node.untilPhase('running');
  const { rpcPort, p2pPort } = node.worker.report().endpoint ?? { rpcPort: 0, p2pPort: 0 };
  expect(rpcPort).not.toBe(from);
  taken.add(rpcPort).add(p2pPort);

  const next = await take(p2pPort + 1);
  node.desire({ revision: 2, overrides: [{ key: 'zmqpubhashblock', value: '1' }] });
  const endpoint = await until('the topic is published', () => {
    const report = node.worker.report();
    return report.phase === 'running' && report.appliedRevision === 2 && report.endpoint;
  });
  expect(node.logged.some(isConflict(next))).toBe(true);
  expect(endpoint).toMatchObject({ rpcPort, p2pPort });
  expect(endpoint.zmq).toEqual([{ topic: 'hashblock', url: expect.not.stringContaining(`:${next}`) }]);
});
