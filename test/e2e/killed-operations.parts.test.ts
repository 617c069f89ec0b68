import { chmodSync, chownSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrphanedNode } from '../../src/contract/types.generated.ts';
import { nodeOf } from '../harness/nodes.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { isSoak } from '../harness/soak.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';
import { killAtCalls, killInSteps, restarting } from './kills.ts';

const roots = { ssd: sharedFolder('ssd'), hdd: sharedFolder('hdd') };
type Root = keyof typeof roots;

interface Inhabited {
  id: string;
  hash: string;
}

const sourceBlocks = 9;
const host = sharedHost({
  agent: {
    flags: {
      'data-roots': `ssd=${roots.ssd},hdd=${roots.hdd}`,
      overcommit: 'cpu=50,memory=50,disk=50',
      'sample-interval': '1',
    },
  },
});
/** Copied to other nodes, and kept when it is deleted. */
let source: Inhabited;
/** Its data moves between the data roots. */
let wanderer: Inhabited;

beforeAll(async () => {
  [source, wanderer] = await Promise.all([
    inhabited('source', sourceBlocks),
    inhabited('wanderer', 3, { dataRoot: 'hdd' }),
  ]);
});
beforeEach(() => host.heal());

/** A running node with blocks and a wallet, of which the agent knows. */
async function inhabited(name: string, blocks: number, data?: object): Promise<Inhabited> {
  const { nodes } = host;
  const { id } = await nodes.run(name, data);
  const hash = await nodes.mine(id, blocks);
  await nodes.rpc(id, 'createwallet', ['savings']);
  await until('the tip is known', async () => (await nodes.get(id))?.metrics?.height === blocks);
  await untilWalletKnown(id);
  return { id, hash };
}

/** A deletion only removes named wallets, and a freshly killed agent has not listed them yet. */
const untilWalletKnown = (id: string) =>
  until('its wallet is known', async () =>
    (await nodeOf(host.controlPlane, id, 'status { wallets }')).status.wallets?.includes('savings'),
  );

/** The kinds of a node's events but for those that depend on timing, oldest first. */
const kindsOf = async (name: string): Promise<string[]> =>
  (await host.nodes.events(name))
    .map(({ kind }) => kind)
    .filter((kind) => !['node.answering', 'node.running'].includes(kind));

const isSettled = async (id: string): Promise<boolean> => {
  const node = await host.nodes.get(id);
  return node?.status.phase === 'running' && node.status.appliedRevision === node.revision;
};

describe('a move', () => {
  const name = 'wanderer';
  const move = (to: Root) =>
    host.controlPlane.ask(
      'mutation($id: ID!, $data: NodeOperationInput!) { startNodeOperation(where: { id: $id }, data: $data) { operation { id } } }',
      { id: wanderer.id, data: { move: { to } } },
    );
  /** The location of the node's data, and its last operation. */
  const state = async (): Promise<{ from: Root; move: { id: string; state: string; reason: string } }> => {
    const node = await nodeOf(host.controlPlane, wanderer.id, 'dataRoot operations(take: 1) { id state reason }');
    return { from: node.dataRoot, move: node.operations[0] };
  };
  const otherRoot = (root: Root): Root => (root === 'ssd' ? 'hdd' : 'ssd');
  /** Where the data is, where it goes, and what has happened since now. */
  const begin = async () => {
    const { from } = await state();
    const seen = (await kindsOf(name)).length;
    return { from, to: otherRoot(from), happened: async () => (await kindsOf(name)).slice(seen) };
  };

  /** Expects the same data, in one place alone. */
  async function expectAt(root: Root): Promise<void> {
    const { nodes, agent } = host;
    const { id, hash } = wanderer;
    expect((await state()).from).toBe(root);
    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    expect(await nodes.rpc(id, 'listwalletdir')).toEqual({ wallets: [{ name: 'savings' }] });
    expect(await agent.containers(id)).toHaveLength(1);
    expect((await agent.volumes()).filter((volume) => volume.includes(id))).toEqual([`satrap-${id}.${root}`]);
    expect(readdirSync(roots[otherRoot(root)])).toEqual([]);
    await untilWalletKnown(id);
  }

  /** The events of a node while its data moves, in order. */
  const steps = [
    ...['node.operation_requested', 'node.move_begun', 'node.stopped', 'node.move_copied', 'node.move_verified'],
    ...['node.container_removed', 'node.container_created', 'node.started', 'node.move_answered'],
    ...['node.move_cleaned_up', 'node.operation_succeeded'],
  ];

  /** With the copy begun, with no container, and with the old copy partly removed. */
  const worstSteps = ['copy-root', 'create-container', 'remove-copy'];

  test.each(isSoak() ? ['in each step', 'after each call'] : ['in its worst steps'])(
    'invariants 2, 3, 4, 6: an agent killed %s of a move leaves one copy',
    { timeout: 300_000 },
    async (moment) => {
      const { to, happened } = await begin();
      const isInSteps = moment !== 'after each call';
      const calls = isInSteps ? undefined : killAtCalls(host, 'afterDone', 1);
      const kills = await killInSteps(
        host,
        wanderer.id,
        (step) => isInSteps && (isSoak() || worstSteps.includes(step)),
        async () => {
          await move(to);
          await restarting(host, 'the data is moved', async () => {
            if (!(await isSettled(wanderer.id))) return false;
            const { move: shown } = await state();
            if (shown.state === 'failed') throw new Error(shown.reason);
            return shown.state === 'succeeded';
          });
        },
      );
      host.engine.interference = {};
      if (isSoak()) expect(calls?.count ?? kills.length).toBeGreaterThan(4);
      else expect(kills).toEqual(worstSteps);
      // Events and heartbeats are sent separately.
      await until('the last event is sent', async () => (await happened()).includes('node.operation_succeeded'));
      expect(await happened()).toEqual(steps);
      await expectAt(to);
    },
  );

  test.each(isSoak() ? ['failed', 'cancelled'] : ['cancelled'])(
    'invariants 2, 3, 4, 6: an agent killed while a move is %s loses nothing',
    { timeout: 300_000 },
    async (end) => {
      const { id } = wanderer;
      const { from, to, happened } = await begin();
      const cancel =
        'mutation($id: ID!, $move: ID!) { cancelNodeOperation(where: { nodeId: $id, id: $move }) { operation { id } } }';
      const turn = async () => {
        if (end === 'cancelled') return host.controlPlane.ask(cancel, { id, move: (await state()).move.id });
        // The copy was verified; now no daemon can open it.
        const copy = join(roots[to], id, 'node', 'regtest');
        chownSync(copy, 0, 0);
        chmodSync(copy, 0o700);
      };
      /** The step in which the move turns back, and steps after it, each killed once. */
      const turnsIn = end === 'failed' ? 'create-container' : 'copy-root';
      const expected = [turnsIn, ...(isSoak() ? ['start-container, returning'] : []), 'remove-copy, returning'];
      let turning: Promise<unknown> | undefined;
      const isHit = (step: string) => {
        if (step === turnsIn) turning = turn();
        return expected.includes(step) || (isSoak() && (step === 'prove-root' || step.endsWith(', returning')));
      };
      const kills = await killInSteps(host, id, isHit, async () => {
        await move(to);
        await until('the move turns', () => turning !== undefined);
        await turning;
        await restarting(
          host,
          `the move is ${end}, and the node runs`,
          async () =>
            (await isSettled(id)) &&
            (await state()).move.state === end &&
            (await happened()).includes('node.move_cleaned_up'),
        );
      });
      expect(kills).toEqual(expect.arrayContaining(expected));
      const kinds = await happened();
      for (const kind of ['node.move_begun', 'node.move_given_up', 'node.move_cleaned_up'])
        expect(kinds.filter((each) => each === kind)).toHaveLength(1);
      expect(kinds).not.toContain('node.operation_succeeded');
      await expectAt(from);
    },
  );
});

test.each(isSoak() ? (['before', 'afterDone'] as const) : (['afterDone'] as const))(
  'invariants 2, 3, 4, 6: an agent killed (%s) proves the same copy of a full node',
  { timeout: 240_000 },
  async (moment) => {
    const { nodes, agent, engine } = host;
    const name = `copy-${moment}`;
    const { Mountpoint } = await host.docker.getVolume(`satrap-${source.id}`).inspect();
    const odd = join(Mountpoint, 'node/regtest/blocks/blk00009.dat');
    symlinkSync('/dev/null', odd);
    if (isSoak()) killAtCalls(host, moment, 3);
    const { id } = await nodes.create(name, { seedFrom: source.id, executorId: null, nodeType: 'pruned' });
    const isOdd = async () => (await nodes.get(id))?.status.reason?.includes('neither a file nor a folder') ?? false;
    await restarting(host, 'the copy fails for the odd file', isOdd);
    await restarting(host, 'the source runs again', () => isSettled(source.id));
    rmSync(odd);
    const seen = (await kindsOf('source')).length;
    // At least when the source has stopped.
    const isHit = (call: string) => isSoak() || call.endsWith('/stop');
    const kills = killAtCalls(host, moment, isSoak() ? 3 : 1, isHit);
    await nodes.act(id, 'restart');
    await restarting(host, 'the copy runs', () => isSettled(id));
    engine.interference = {};
    expect(kills.count).toBeGreaterThan(isSoak() ? 5 : 0);

    expect(await nodes.rpc(id, 'getbestblockhash')).toBe(source.hash);
    expect(await nodes.rpc(id, 'listwalletdir')).toEqual({ wallets: [] });
    expect(await nodes.rpc(id, 'getnetworkinfo')).toMatchObject({ networkactive: true });
    expect(await nodes.rpc(id, 'getblockchaininfo')).toMatchObject({ pruned: true });
    await nodes.untilPhase(source.id, 'running');
    expect(await nodes.rpc(source.id, 'getbestblockhash')).toBe(source.hash);
    for (const each of [id, source.id]) expect(await agent.containers(each)).toHaveLength(1);
    await nodes.untilEvent(name, 'node.operation_succeeded');
    await until('the start of the source is sent', async () => (await kindsOf('source')).slice(seen).length > 1);
    expect((await kindsOf('source')).slice(seen)).toEqual(['node.stopped', 'node.started']);
    expect((await kindsOf(name)).slice(-7)).toEqual([
      ...['node.seed_begun', 'node.data_copied', 'node.started', 'node.data_verified'],
      ...['node.stopped', 'node.started', 'node.operation_succeeded'],
    ]);
    const [copied] = await nodes.events(name, 'node.data_copied');
    const [verified] = await nodes.events(name, 'node.data_verified');
    // An agent that was killed when the copy was complete has not its size, and one that was killed when a daemon had
    // started may compare with the last sample.
    if (!isSoak()) expect(copied?.data).toMatchObject({ from: source.id, bytes: expect.any(Number) });
    const byDaemon = { comparedWith: 'daemon', utxoHash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const proof = { height: sourceBlocks, bestBlockHash: source.hash, ...(isSoak() ? {} : byDaemon) };
    expect(verified?.data).toMatchObject(proof);
  },
);

test('invariants 2, 4: lists kept chain data, reuses it across kills, and removes it', {
  timeout: 240_000,
}, async () => {
  const { nodes, agent, controlPlane } = host;
  const fields =
    'nodeId name kept data { network nodeType height bestBlockHash sizeBytes begunWith openedWith wallets }';
  const executor = async (): Promise<{ id: string; orphans: OrphanedNode[] }> =>
    (await controlPlane.ask(`{ executors { id orphans { ${fields} } } }`)).executors[0];
  const untilOrphan = (nodeId: string) =>
    until('the data is listed and read', async () =>
      (await executor()).orphans.find((orphan) => orphan.nodeId === nodeId && orphan.data !== null),
    );
  const { id, hash } = source;
  /** At each call, or after the one that changes most. */
  const kill = (worst: string) =>
    killAtCalls(host, 'afterDone', isSoak() ? 2 : 1, (call) => isSoak() || call.startsWith(worst));
  await untilWalletKnown(id);
  await nodes.remove(id, 'keep');
  const orphan = await untilOrphan(id);
  expect(orphan).toMatchObject({ nodeId: id, name: 'source', kept: true });
  expect(orphan.data).toMatchObject({ network: 'regtest', nodeType: 'full', height: 9, bestBlockHash: hash });
  expect(orphan.data).toMatchObject({ begunWith: '28.1', openedWith: '28.1', wallets: ['savings'] });
  expect(orphan.data?.sizeBytes).toBeGreaterThan(1000);

  const adopting = kill('POST /containers/create');
  const adopted = await nodes.create('adopted', { adoptData: id, desiredState: 'running' });
  expect(adopted.id).toBe(id);
  await restarting(host, 'the data is adopted', () => isSettled(id));
  expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  expect(await agent.containers(id)).toHaveLength(1);

  host.engine.interference = {};
  await nodes.remove(id, 'keep');
  expect((await untilOrphan(id)).name).toBe('source');
  const data = { executorId: (await executor()).id, nodeId: id, name: 'source', wallets: ['savings'] };
  const remove = 'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { orphan { id } } }';
  await expect(controlPlane.ask(remove, { data: { ...data, wallets: [] } })).rejects.toThrow('would be lost');
  const removing = kill('DELETE /volumes/');
  await controlPlane.ask(remove, { data });
  await restarting(host, 'the data is removed', async () => (await nodes.get(id)) === null);
  await host.heal();
  expect(Math.min(adopting.count, removing.count)).toBeGreaterThan(0);
  await nodes.untilEvent('source', 'node.data_removed');
  expect(await nodes.events('source', 'node.data_removed')).toHaveLength(1);
  expect(await agent.volumes()).not.toContain(`satrap-${id}`);
  await until('nothing of it is listed', async () => (await executor()).orphans.length === 0);
});
