import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { type NodePorts, PortAllocator } from '../../../src/agent/docker/port-allocator.ts';
import { TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

function allocatorOf(range: { from: number; to: number }) {
  const kept = new Set<number>();
  const ports = new PortAllocator({ range, taken: async () => new Set(kept), inUse: async () => false });
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

test('gives the ports of a deleted node again, and loses none when a second port is not found', async () => {
  const { allocate, kept } = allocatorOf({ from: 20_000, to: 20_000 });
  await allocate();
  await expect(allocate()).rejects.toThrow('no port between 20000 and 20000 is free');
  for (let deleted = 0; deleted < 3; deleted++) {
    kept.clear();
    expect(await allocate()).toEqual({ rpc: 8332, p2p: 8333 });
  }
  kept.delete(8333);
  expect(await allocate()).toEqual({ rpc: 20_000, p2p: 8333 });
});

test('does not give ports again that the engine rejected', async () => {
  const { allocate, ports } = allocatorOf({ from: 20_000, to: 20_010 });
  ports.reject({ rpc: 8332, p2p: 8333 });
  expect(await allocate()).toEqual({ rpc: 20_000, p2p: 20_001 });
});

test('a node whose port the engine cannot publish gets other ports', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
  // The allocator finds the port free: it is taken between the choice and the start.
  const ports = new PortAllocator({
    range: { from: port, to: port + 100 },
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
