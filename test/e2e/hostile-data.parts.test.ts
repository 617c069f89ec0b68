import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgentOptions } from '../harness/agent.ts';
import { nodeOf } from '../harness/nodes.ts';
import { replacingDaemon } from '../harness/replacing-daemon.ts';
import { strictDisk } from '../harness/strict-disk.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';
import { WatchedTree } from '../harness/watched-tree.ts';

// Invariant 18, with everything real but the chain: what a daemon leaves in place of its data hurts nobody else.

const disk = strictDisk('hostile-data', { size: '64g' });
const canaryPath = join(disk, 'canary');
let canary: WatchedTree;
/** Has a file with another name in the data of a node. */
let foreign: WatchedTree;
const touched = () => [...canary.changes(), ...foreign.changes()];

beforeAll(() => {
  canary = new WatchedTree(canaryPath, [
    ...['blk00000.dat', 'index/CURRENT', 'blocks/blk00000.dat', 'blocks/index/CURRENT', 'chainstate/CURRENT'],
    ...['indexes/blockfilter/basic/CURRENT', 'blockfilter/basic/CURRENT', 'basic/CURRENT', 'CURRENT'],
  ]);
  return () => canary[Symbol.dispose]();
});

const levels = ['regtest', 'regtest/blocks', 'regtest/blocks/index', 'regtest/blocks/blk00000.dat'];
/** In the canary, so that a copy that follows the link finds what it looks for. */
const targets = [canaryPath, canaryPath, join(canaryPath, 'index'), join(canaryPath, 'blk00000.dat')];
/** On the way to the data of an index that is off. The last one is that data, and is removed itself. */
const indexLevels = ['regtest', 'regtest/indexes', 'regtest/indexes/blockfilter', 'regtest/indexes/blockfilter/basic'];
const nested = 2000;
const entries = 50_000;

interface Sources {
  host: TestHost;
  honest: string;
  /** A hostile node for each of the levels. */
  ids: string[];
}

/** Without data roots, the nodes’ data is in volumes of the engine, which an agent of another user cannot enter. */
async function hostileSources(agent: Pick<TestAgentOptions, 'user'>, roots: Record<string, string>): Promise<Sources> {
  const image = await replacingDaemon();
  const dataRoots = Object.entries(roots).map(([name, path]) => `${name}=${path}`);
  const host = await testHost({
    heartbeatSeconds: 2,
    agent: {
      ...agent,
      images: { '27.0': image },
      flags: {
        ...(dataRoots.length === 0 ? {} : { 'data-roots': dataRoots.join(',') }),
        overcommit: 'cpu=50,memory=50,disk=50',
        'stop-timeout': '10',
      },
    },
  });
  const [dataRoot] = Object.keys(roots);
  const [{ id: honest }] = await host.runNodes(['honest'], { dataRoot });
  const names = levels.map((_level, index) => `source-${index}`);
  const ids = (await host.runNodes(names, { clientVersion: '27.0', dataRoot })).map(({ id }) => id);
  await Promise.all(ids.map((id, index) => host.nodes.rpc(id, 'replace', [levels[index], targets[index]])));
  return { host, honest, ids };
}

const rootAgent = { name: 'an agent of root', user: undefined };
const otherAgent = { name: 'an agent of another user', user: { uid: 54_321, gid: 54_321 } };

describe.each([rootAgent, otherAgent])('$name', ({ user }) => {
  let sources: Sources;
  const phases = new Set<string | undefined>();
  let watch: NodeJS.Timeout;

  beforeAll(async () => {
    const roots: Record<string, string> = user === undefined ? { ssd: join(disk, 'ssd'), hdd: join(disk, 'hdd') } : {};
    for (const root of Object.values(roots)) mkdirSync(root, { mode: 0o711 });
    sources = await hostileSources({ user }, roots);
    const status = readFileSync(`/proc/${sources.host.agent.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:(\\s+${user?.uid ?? 0}){4}$`, 'm'));
    const { DockerRootDir } = await sources.host.docker.info();
    // On the file system of the data, as other names of a file must be.
    const parent = mkdtempSync(join(user === undefined ? disk : DockerRootDir, 'satrap-foreign-'));
    foreign = new WatchedTree(join(parent, 'foreign'), ['file'], { isLinked: true });
    const look = async () => phases.add((await sources.host.nodes.get(sources.honest))?.status.phase);
    await look();
    // A control plane that is busy fails a look; the next one tells as much.
    watch = setInterval(() => look().catch(() => undefined), 1000);
    expect(touched()).toEqual([]);
  });
  afterAll(async () => {
    clearInterval(watch);
    await sources?.host[Symbol.asyncDispose]();
    foreign[Symbol.dispose]();
    rmSync(dirname(foreign.path), { recursive: true });
  });

  const isRunning = async (id: string) => (await sources.host.nodes.get(id))?.status.phase === 'running';

  test('refuses to seed from links, names the path, and starts the sources again', async () => {
    const { host, ids } = sources;
    const copies = await Promise.all(
      ids.map(async (id, index) => {
        const level = levels[index] ?? '';
        const dataRoot = user === undefined ? { dataRoot: 'ssd' } : {};
        const seeded = { seedFrom: id, executorId: null, clientVersion: '27.0', ...dataRoot };
        const copy = await host.nodes.create(`copy-${index}`, seeded);
        await until(`the copy of ${level} is refused`, async () => {
          const { reason } = (await host.nodes.get(copy.id))?.status ?? {};
          return reason?.includes('cannot copy') === true && reason.includes(`node/${level}`);
        });
        await until(`the source of ${level} runs again`, () => isRunning(id));
        return copy.id;
      }),
    );
    expect(touched()).toEqual([]);
    await Promise.all(copies.map((id) => host.nodes.remove(id)));
  });

  // Data roots, between which data moves, need an agent of root.
  if (user === undefined)
    test('refuses to move links, and leaves their nodes as they are', async () => {
      const { host, ids } = sources;
      const reasons = await Promise.all(
        ids.map(async (id) => {
          const mutation =
            'mutation($id: ID!, $data: NodeOperationInput!) { startNodeOperation(where: { id: $id }, data: $data) { operation { id } } }';
          await host.controlPlane.ask(mutation, { id, data: { move: { to: 'hdd' } } });
          return until('the move has failed', async () => {
            const node = await nodeOf(host.controlPlane, id, 'operations(take: 1) { state reason }');
            return node.operations[0]?.state === 'failed' && (node.operations[0].reason as string);
          });
        }),
      );
      for (const [index, reason] of reasons.entries())
        expect(reason).toContain(`node/${levels[index]}: neither a file nor a folder`);
      for (const id of ids) await until('the node runs', () => isRunning(id));
      expect(touched()).toEqual([]);
    });

  test('removes no index through a link, and names the path', async () => {
    const { host, ids } = sources;
    const start = async (id: string): Promise<string> => {
      const mutation =
        'mutation($id: ID!, $data: NodeOperationInput!) { startNodeOperation(where: { id: $id }, data: $data) { operation { id } } }';
      const data = { rebuildIndex: { index: 'blockfilterindex', remove: true } };
      return (await host.controlPlane.ask(mutation, { id, data })).startNodeOperation.operation.id;
    };
    await Promise.all(
      ids.map(async (id, index) => {
        const level = indexLevels[index] ?? '';
        // The first one is replaced already.
        if (index > 0) await host.nodes.rpc(id, 'replace', [level, canaryPath]);
        const operation = await start(id);
        if (level.endsWith('basic')) {
          await until('the link is removed', async () => {
            const node = await nodeOf(host.controlPlane, id, 'operations(take: 1) { state }');
            return node.operations[0]?.state === 'succeeded';
          });
        } else {
          await until(`the removal through ${level} is refused`, async () => {
            const { reason } = (await host.nodes.get(id))?.status ?? {};
            return reason?.includes(`node/${level} is not a folder`) === true;
          });
          const cancel =
            'mutation($where: NodeOperationWhereUniqueInput!) { cancelNodeOperation(where: $where) { operation { id } } }';
          await host.controlPlane.ask(cancel, { where: { nodeId: id, id: operation } });
        }
        await until(`the node of ${level} runs again`, () => isRunning(id));
      }),
    );
    expect(touched()).toEqual([]);
  });

  test('adopts data with links, and reads nothing through them', async () => {
    const { host, ids } = sources;
    // Without the folder of its network, it is data of no known chain.
    const [, ...others] = ids;
    await Promise.all(
      others.map(async (id, index) => {
        await host.nodes.remove(id, 'keep');
        const data = { adoptData: id, clientVersion: '27.0' };
        // Refused until the agent has listed it.
        const adopt = () => host.nodes.create(`source-${index + 1}`, data).catch(() => false as const);
        const adopted = await until(`the data of source-${index + 1} is adopted`, adopt, 120_000, 1000);
        expect(adopted.id).toBe(id);
        await until('the node runs', () => isRunning(id));
      }),
    );
    expect(touched()).toEqual([]);
  });

  test('stops a node that ignores it, and removes everything', { timeout: 300_000 }, async () => {
    const { host, ids } = sources;
    const [first = '', ...others] = ids;
    const [volume] = (await host.agent.volumes()).filter((name) => name.includes(first));
    const { Mountpoint, Options } = await host.docker.getVolume(volume ?? '').inspect();
    const data = join(Options?.['device'] ?? Mountpoint, 'node');
    await host.nodes.rpc(first, 'litter', [nested, entries]);
    execFileSync('mkfifo', [join(data, 'pipe')]);
    linkSync(join(foreign.path, 'file'), join(data, 'linked'));
    await Promise.all([first, ...others].map((id) => host.nodes.delete(id)));
    if (user !== undefined) {
      // What the engine cannot search counts as a wallet, which a person has to name.
      const reasonOf = async () => (await host.nodes.get(first))?.status.reason;
      await until('the deletion needs a name', async () => (await reasonOf())?.includes('“/satrap/node”'));
      expect(existsSync(data)).toBe(true);
      const removal = { name: 'source-0', wallets: ['/satrap/node'] };
      await host.controlPlane.ask(
        'mutation($id: ID!, $removal: NodeDataRemovalInput!) { deleteNode(where: { id: $id }, dataPolicy: remove, removal: $removal) { node { id } } }',
        { id: first, removal },
      );
    }
    await Promise.all(ids.map((id) => host.nodes.untilGone(id)));
    const kinds = (await host.nodes.events('source-0')).map(({ kind }) => kind);
    const order = ['node.started', 'node.stopped', 'node.data_removed'].map((kind) => kinds.lastIndexOf(kind));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect((await host.agent.volumes()).filter((name) => ids.some((id) => name.includes(id)))).toEqual([]);
    expect(existsSync(data)).toBe(false);
    expect(touched()).toEqual([]);
  });

  test('keeps the other node and the heartbeats as they were', () => {
    expect([...phases]).toEqual(['running']);
    const gaps = sources.host.api.heartbeats.map((time, index, all) => time - (all[index - 1] ?? time));
    // Without news, an agent beats every two seconds; the machine of the tests is busy.
    expect(Math.max(...gaps)).toBeLessThan(20_000);
  });
});
