import { createServer } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { type NodePorts, PortAllocator } from '../../../src/agent/docker/port-allocator.ts';
import { until } from '../../harness/until.ts';
import { TestWorker } from '../../harness/worker.ts';

const workers: TestWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.destroy();
});

function giver(range: { from: number; to: number }) {
  const kept = new Set<number>();
  const ports = new PortAllocator({ range, taken: async () => new Set(kept), inUse: async () => false });
  const give = async () => {
    let given: NodePorts | undefined;
    await ports.give('mainnet', (chosen) => {
      given = chosen;
      kept.add(chosen.rpc).add(chosen.p2p);
    });
    return given;
  };
  return { ports, kept, give };
}

test('gives no two nodes the same port, also when they ask at the same time', async () => {
  const { give } = giver({ from: 20_000, to: 20_001 });
  expect(await Promise.all([give(), give()])).toEqual([
    { rpc: 8332, p2p: 8333 },
    { rpc: 20_000, p2p: 20_001 },
  ]);
});

test('gives the ports of a deleted node again, and loses none when a second one is not found', async () => {
  const { give, kept } = giver({ from: 20_000, to: 20_000 });
  await give();
  await expect(give()).rejects.toThrow('no port between 20000 and 20000 is free');
  for (let deleted = 0; deleted < 3; deleted++) {
    kept.clear();
    expect(await give()).toEqual({ rpc: 8332, p2p: 8333 });
  }
  kept.delete(8332);
  kept.delete(8333);
  kept.add(8332);
  expect(await give()).toEqual({ rpc: 20_000, p2p: 8333 });
});

test('does not give ports again that the engine refused', async () => {
  const { give, ports, kept } = giver({ from: 20_000, to: 20_010 });
  ports.refuse({ rpc: 8332, p2p: 8333 });
  kept.clear();
  expect(await give()).toEqual({ rpc: 20_000, p2p: 20_001 });
});

test('a node whose port the engine cannot publish gets others', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
  });
  const taken = new Set<number>([18_443, 18_444]);
  // The first look finds the port free: it is taken between that and the start.
  const ports = new PortAllocator({
    range: { from: port, to: port + 100 },
    taken: async () => taken,
    inUse: async () => false,
  });
  const node = new TestWorker({ client, ports });
  workers.push(node);
  try {
    node.want();
    node.start();
    await until('the clash is told', () =>
      node.logged.some(({ msg }) => /address already in use|already allocated/.test(msg)),
    );
    await node.untilPhase('running');
    expect(node.worker.report().endpoint?.rpcPort).not.toBe(port);
  } finally {
    blocker.close();
  }
});
