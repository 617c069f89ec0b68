import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { isSoak } from '../harness/soak.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;
let source: { id: string; hash: string };

beforeAll(async () => {
  host = await testHost({ heartbeatSeconds: 2 });
  const { id } = await host.nodes.create('source');
  await host.nodes.untilPhase(id, 'running');
  source = { id, hash: await host.nodes.mine(id, 9) };
  await host.nodes.rpc(id, 'createwallet', ['savings']);
  await until('the tip is known', async () => (await host.nodes.get(id))?.metrics?.height === 9);
  return () => host[Symbol.asyncDispose]();
});
beforeEach(() => host.heal());

const kinds = async (name: string): Promise<string[]> => (await host.nodes.events(name)).map(({ kind }) => kind);

/** The events of a node that starts from a copy, in order. */
const steps = [
  ...['node.volume-created', 'node.container-created', 'node.seed-begun', 'node.data-copied'],
  ...['node.started', 'node.data-verified', 'node.stopped', 'node.started', 'node.operation-succeeded'],
];

/** Expects that the copy has the source's chain and nothing else of it, and that both run. */
async function expectCopied(id: string, name: string): Promise<void> {
  const { nodes } = host;
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(source.hash);
  expect(await nodes.rpc(id, 'listwalletdir')).toEqual({ wallets: [] });
  expect(await nodes.rpc(id, 'getnetworkinfo')).toMatchObject({ networkactive: true });
  await nodes.untilPhase(source.id, 'running');
  expect(await nodes.rpc(source.id, 'getbestblockhash')).toBe(source.hash);
  expect((await kinds(name)).filter((kind) => kind !== 'node.answering')).toEqual(steps);
}

test('a node begins as a proven copy of another, which is stopped for it and runs again', {
  timeout: 120_000,
}, async () => {
  const { nodes, createNode } = host;
  const before = (await kinds('source')).length;
  const { id } = await createNode('copy', { seedFrom: source.id, executorId: null });
  await nodes.untilPhase(id, 'running', 90_000);
  await expectCopied(id, 'copy');
  expect((await kinds('source')).slice(before).filter((kind) => kind !== 'node.answering')).toEqual([
    ...['node.stopped', 'node.started'],
  ]);
  const events = await nodes.events('copy');
  const [copied, verified] = ['node.data-copied', 'node.data-verified'].map((kind) =>
    events.find((event) => event.kind === kind),
  );
  expect(copied?.data).toMatchObject({ from: source.id, bytes: expect.any(Number) });
  expect(verified?.data).toMatchObject({ height: 9, bestBlockHash: source.hash, comparedWith: 'daemon' });
  expect(verified?.data.utxoHash).toMatch(/^[0-9a-f]{64}$/);
});

test('a pruned node begins as a copy of a full one', { timeout: 120_000 }, async () => {
  const { nodes, createNode } = host;
  const { id } = await createNode('thrifty', { seedFrom: source.id, nodeType: 'pruned' });
  await nodes.untilPhase(id, 'running', 90_000);
  expect(await nodes.rpc(id, 'getblockchaininfo')).toMatchObject({ pruned: true, bestblockhash: source.hash });
});

test.each(isSoak() ? (['before', 'afterDone'] as const) : (['afterDone'] as const))(
  'invariants 2, 3, 4 and 6: an agent that is killed at every call by which a node becomes a copy (%s) makes the same copy, and doubles no event',
  { timeout: 240_000 },
  async (moment) => {
    const { nodes, agent, engine } = host;
    const name = `killed-${moment}`;
    // A call repeated after a kill must eventually succeed.
    const kills = new Map<string, number>();
    engine.interference = {
      [moment]: (call: string) => {
        const times = kills.get(call) ?? 0;
        if (times === 3) return undefined;
        kills.set(call, times + 1);
        agent.strike();
        return 'swallow' as const;
      },
    };
    const { id } = await nodes.create(name, { seedFrom: source.id });
    await until(
      'the copy runs',
      async () => {
        if (agent.hasEnded) agent.start();
        const node = await nodes.get(id);
        return node?.status.phase === 'running' && node.status.appliedRevision === node.revision;
      },
      180_000,
    );
    engine.interference = {};
    expect([...kills.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(12);
    await expectCopied(id, name);
    expect(await agent.containers(id)).toHaveLength(1);
    expect(await agent.containers(source.id)).toHaveLength(1);
    await nodes.delete(id);
    await nodes.untilGone(id);
  },
);

test('a copy that is not to be any more lets its source run again', { timeout: 120_000 }, async () => {
  const { nodes, agent } = host;
  const { id } = await nodes.create('unwanted', { seedFrom: source.id });
  await until(
    'the source is down for it, or the copy is made',
    async () => (await kinds('unwanted')).length > 2,
    60_000,
  );
  await nodes.delete(id);
  await nodes.untilGone(id);
  await nodes.untilPhase(source.id, 'running');
  expect(await nodes.rpc(source.id, 'getbestblockhash')).toBe(source.hash);
  expect(await agent.volumes()).not.toContain(`satrap-${id}`);
});

test('a copy that fails lets its source run again, and is tried again when a restart is requested', {
  timeout: 120_000,
}, async () => {
  const { nodes, docker, createNode } = host;
  const volume = await docker.getVolume(`satrap-${source.id}`).inspect();
  const odd = join(volume.Mountpoint, 'node/regtest/blocks/blk00009.dat');
  symlinkSync('/dev/null', odd);
  const { id } = await createNode('hindered', { seedFrom: source.id });
  await until(
    'the copy fails for the odd file',
    async () => (await nodes.get(id))?.status.reason?.includes('neither a file nor a folder') === true,
    60_000,
  );
  await until(
    'The source node is running again',
    async () => (await nodes.get(source.id))?.status.phase === 'running',
    60_000,
  );
  rmSync(odd);
  await nodes.act(id, 'restart');
  await nodes.untilPhase(id, 'running', 60_000);
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(source.hash);
});
