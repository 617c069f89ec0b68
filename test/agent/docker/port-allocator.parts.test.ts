import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  isPortInUse,
  type NodePorts,
  PortAllocator,
  type PortAllocatorOptions,
} from '../../../src/agent/docker/port-allocator.ts';
import { NoFreePort } from '../../../src/agent/runtime/runtime-error.ts';
import type { ZmqPorts } from '../../../src/agent/runtime/workload.ts';
import type { Network } from '../../../src/bitcoin/network.ts';
import type { ZmqTopic } from '../../../src/bitcoin/zmq.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

const addresses = { node: ['127.0.0.1'], zmq: ['127.0.0.1'] };

function allocatorOf(range: { from: number; to: number }) {
  const kept = new Set<number>();
  const ports = new PortAllocator({ range, addresses, taken: async () => new Set(kept), inUse: async () => false });
  const allocate = async () => {
    let allocated: NodePorts | undefined;
    await ports.allocate('mainnet', (chosen) => {
      allocated = chosen;
      kept.add(chosen.rpc).add(chosen.p2p);
    });
    return allocated;
  };
  return { ports, kept, allocate };
}

test('gives no two nodes the same port, also when they ask at the same time', async () => {
  const { allocate } = allocatorOf({ from: 20_000, to: 20_001 });
  expect(await Promise.all([allocate(), allocate()])).toEqual([
    { rpc: 8332, p2p: 8333 },
    { rpc: 20_000, p2p: 20_001 },
  ]);
});

test.each<[Network, NodePorts]>([
  ['mainnet', { rpc: 8332, p2p: 8333 }],
  ['signet', { rpc: 38_332, p2p: 38_333 }],
])('the first node of %s gets the default ports of its network', async (network, expected) => {
  const { ports } = allocatorOf({ from: 20_000, to: 20_001 });
  const given: NodePorts[] = [];
  await ports.allocate(network, (chosen) => given.push(chosen));
  expect(given).toEqual([expected]);
});

test('gives the ports of a deleted node again, and loses none when a second port is not found', async () => {
  const { allocate, kept } = allocatorOf({ from: 20_000, to: 20_000 });
  await allocate();
  await expect(allocate()).rejects.toThrow('no free port between 20000 and 20000');
  for (let deleted = 0; deleted < 3; deleted++) {
    kept.clear();
    expect(await allocate()).toEqual({ rpc: 8332, p2p: 8333 });
  }
  kept.delete(8333);
  expect(await allocate()).toEqual({ rpc: 20_000, p2p: 8333 });
});

test('does not give ports again that the engine rejected', async () => {
  const { allocate, ports } = allocatorOf({ from: 20_000, to: 20_010 });
  ports.reject([8332, 8333]);
  expect(await allocate()).toEqual({ rpc: 20_000, p2p: 20_001 });
});

describe('the ports of ZeroMQ', () => {
  const allocatorAt = (inUse: PortAllocatorOptions['inUse'], taken: number[] = []) => {
    const range = { from: 20_000, to: 20_002 };
    const ports = new PortAllocator({
      ...{ range, inUse, taken: async () => new Set(taken) },
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

  test('are the well-known ones where these are free at the operator’s address, each topic with its own', async () => {
    const asked: string[] = [];
    const allocate = allocatorAt(async (_port, address) => asked.push(address) === 0, [28_333]);
    expect(await allocate(['rawblock', 'rawtx', 'sequence'])).toEqual({
      ...{ rawblock: 28_332, rawtx: 20_000, sequence: 28_336 },
    });
    expect(new Set(asked)).toEqual(new Set(['10.0.0.7']));
  });

  test('come from the operator’s range, whose end is told with the setting', async () => {
    const allocate = allocatorAt(async (port) => port > 28_000);
    expect(await allocate(['rawblock', 'rawtx', 'hashtx'])).toEqual({
      rawblock: 20_000,
      rawtx: 20_001,
      hashtx: 20_002,
    });
    await expect(allocate(['rawblock', 'rawtx', 'hashtx', 'sequence'])).rejects.toThrow(/20000 and 20002.*port_range/);
  });

  test('are none at an address that is not the host’s, and the setting is named', async () => {
    const allocate = allocatorAt(isPortInUse);
    await expect(allocatorAt((port) => isPortInUse(port, '203.0.113.7'))(['rawtx'])).rejects.toThrow(NoFreePort);
    await expect(allocate(['rawtx'])).rejects.toThrow(/no address 10\.0\.0\.7; correct .*zmq_bind_address/);
  });
});

test('a node whose port the engine cannot publish gets other ports', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
  // The allocator finds the port free: it is taken between allocation and start.
  const ports = new PortAllocator({
    range: { from: port, to: port + 100 },
    addresses,
    taken: async () => new Set([18_443, 18_444]),
    inUse: async () => false,
  });
  const node = new TestNode({ ports });
  try {
    node.desire();
    node.start();
    await until('the conflict is logged', () =>
      node.logged.some(({ msg }) => /address already in use|already allocated/.test(msg)),
    );
    await node.untilPhase('running');
    expect(node.worker.report().endpoint?.rpcPort).not.toBe(port);
  } finally {
    blocker.close();
  }
});
