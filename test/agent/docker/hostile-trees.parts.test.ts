import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { copyFiles } from '../../../src/agent/docker/copy/copy-files.ts';
import { seedFolders } from '../../../src/agent/docker/copy/seed-folders.ts';
import { isUnopenedCopy } from '../../../src/agent/docker/data-roots.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { createVolume, removeVolume } from '../../../src/agent/docker/engine/volumes.ts';
import { walletsOfFolder } from '../../../src/agent/docker/engine/wallets.ts';
import type { ExecutorOnEngine } from '../../../src/agent/docker/executor-on-engine.ts';
import { diskUsage, orphanFinder } from '../../../src/agent/docker/orphans.ts';
import { removeVolumeData } from '../../../src/agent/docker/steps/remove-volume-data.ts';
import { verifyCopy } from '../../../src/agent/docker/steps/verify-root.ts';
import { configWith } from '../../bitcoin/config.ts';
import { levels, makeHostileTree } from '../../harness/hostile-tree.ts';
import { Random } from '../../harness/random.ts';
import { isSoak } from '../../harness/soak.ts';
import { strictDisk } from '../../harness/strict-disk.ts';
import { textsIn } from '../../harness/texts-in.ts';
import { until } from '../../harness/until.ts';
import { secret, WatchedTree } from '../../harness/watched-tree.ts';
import { testStore } from '../test-store.ts';

// Invariant 18: no operation reads, writes, chowns or removes a byte outside of a node's data.

const disk = strictDisk('hostile-trees', { size: '64m' });
const socket = join(disk, 'socket');
let canary: WatchedTree;
let foreign: WatchedTree;

beforeAll(async () => {
  canary = new WatchedTree(join(disk, 'canary'), [
    ...['id_rsa', 'wallet.dat', 'CURRENT', 'blk00000.dat', 'index/000005.ldb', 'blocks/blk00000.dat'],
    ...['regtest/blocks/blk00000.dat', 'regtest/chainstate/CURRENT', 'regtest/wallets/savings/wallet.dat'],
    ...['node/regtest/blocks/blk00000.dat', 'satrap-data.json'],
  ]);
  foreign = new WatchedTree(join(disk, 'foreign'), ['file'], { isLinked: true });
  const server = createServer().listen(socket);
  await once(server, 'listening');
  return () => {
    server.close();
    for (const tree of [canary, foreign]) tree[Symbol.dispose]();
  };
});
const touched = () => [...canary.changes(), ...foreign.changes()];

const engine = {
  call: () => Promise.resolve(),
  docker: { getVolume: () => undefined },
} as unknown as EngineClient;

/** Lists a node without anybody who wants it, through the engine that all tests share. */
async function listOrphan(nodeId: string, directory: string): Promise<void> {
  const client = new EngineClient(inject('dockerSocket'));
  const executorId = randomUUID();
  const settings = {
    images: { bitcoind: inject('clientImages') },
    dataRoots: {},
  } as unknown as ExecutorOnEngine['settings'];
  await createVolume(client, { executorId, nodeId, nodeName: 'hostile', directory });
  try {
    const find = orphanFinder({
      client,
      executorId,
      instanceId: randomUUID(),
      database: testStore().database,
      settings,
    });
    expect(await find(new Set())).toMatchObject([{ nodeId, name: 'hostile', data: { begunWith: '28.1' } }]);
  } finally {
    await removeVolume(client, nodeId);
  }
}

/** A node whose data is in `dataRoot`, and all that the agent does with that data as root. */
function hostileNode(seed: number) {
  const random = new Random(seed);
  const nodeId = randomUUID();
  const volume = join(disk, 'data-root', nodeId);
  const data = join(volume, 'node');
  mkdirSync(volume, { recursive: true });
  makeHostileTree(random, { data, canary: canary.path, foreign: join(foreign.path, 'file'), socket });
  writeFileSync(join(volume, 'satrap-data.json'), '{"begunWith":"28.1","newest":"28.1"}');
  const copies = join(disk, 'copies', nodeId);
  const copyTo = async (name: string, folders: readonly string[]) => {
    const to = join(copies, name, nodeId, 'node');
    const options = { onProgress: () => undefined, signal: new AbortController().signal };
    await copyFiles({ from: data, to, folders, owner: { uid: 12_345, gid: 12_345 }, ...options });
    return to;
  };
  const placeOf = (directory: string, dataRoot: string) => ({ dataRoot, directory, path: directory });
  const operations: readonly (() => Promise<unknown>)[] = [
    () => walletsOfFolder(volume),
    () => diskUsage(data),
    async () => isUnopenedCopy(placeOf(volume, 'old')),
    // A container of the engine for each list takes most of a second.
    ...(seed % 5 === 0 ? [() => listOrphan(nodeId, volume)] : []),
    () => copyTo('seed', seedFolders(configWith([]))),
    async () => {
      const to = await copyTo('move', ['']);
      const volumes = [placeOf(volume, 'old'), placeOf(dirname(to), 'new')];
      await verifyCopy(volumes, { from: 'old', to: 'new' }, new AbortController().signal);
    },
  ];
  const remove = (directory: string) => removeVolumeData(nodeId, { directory, dataRoot: 'old' }, { client: engine });
  return { nodeId, volume, data, copies, operations, remove };
}

/**
 * Exchanges levels of a data directory for links, until the test ends. As root of this host, it must not follow a link of
 * the tree itself, which in a container leads nowhere.
 */
async function relinkForever(data: string): Promise<() => void> {
  const program = `
    const fs = require('node:fs');
    const [data, canary, ...levels] = process.argv.slice(1);
    const attempt = (act) => { try { act(); } catch {} };
    const isLink = (path) => fs.lstatSync(path).isSymbolicLink();
    console.log('running');
    for (let turn = 0; ; turn++) {
      const level = levels[turn % levels.length];
      const path = data + '/' + level;
      attempt(() => {
        if (level.split('/').slice(0, -1).some((_, depth, names) => isLink(data + '/' + names.slice(0, depth + 1).join('/')))) return;
        fs.renameSync(path, path + '.own');
        attempt(() => fs.symlinkSync(canary, path));
        attempt(() => fs.unlinkSync(path));
        fs.renameSync(path + '.own', path);
      });
    }`;
  const args = ['-e', program, data, canary.path, ...levels];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () => void writer.kill('SIGKILL');
  onTestFinished(stop);
  await once(writer.stdout, 'data');
  return stop;
}

const seeds = Array.from({ length: isSoak() ? 500 : 25 }, (_, seed) => seed + 1);

describe('a watched tree', () => {
  test.each<[string, (path: string) => unknown]>([
    ['a read of a file', (path) => readFileSync(join(path, 'id_rsa'))],
    ['a look into a folder', (path) => readdirSync(join(path, 'regtest'))],
    ['a new owner', (path) => chownSync(join(path, 'id_rsa'), 0, 0)],
    ['a write', (path) => writeFileSync(join(path, 'id_rsa'), secret)],
    ['a read by a child', (path) => execFileSync('cat', [join(path, 'id_rsa')])],
    ['a look by a child into a folder', (path) => execFileSync('find', [path])],
  ])('shows %s', (_what, touch) => {
    expect(touched()).toEqual([]);
    touch(canary.path);
    expect(touched()).not.toEqual([]);
    expect(touched()).toEqual([]);
  });
});

describe('a watched tree that a stranger reads', () => {
  /** As a process of nobody here: its parent has ended. */
  const program = `
    my ($path, $done) = @ARGV;
    my $parent = $$;
    exit if fork;
    select undef, undef, undef, 0.01 while getppid() == $parent;
    system 'find', $path, '-type', 'f', '-exec', 'cat', '{}', '+';
    open my $file, '>', $done;`;
  const readAsStranger = async () => {
    const done = join(disk, 'done');
    rmSync(done, { force: true });
    execFileSync('perl', ['-e', program, canary.path, done], { stdio: 'ignore' });
    await until('the stranger has read', async () => existsSync(done));
  };
  let canary: WatchedTree;
  beforeEach(() => {
    canary = new WatchedTree(join(disk, `read-${randomUUID()}`), ['folder/file']);
    return () => canary[Symbol.dispose]();
  });

  test('does not show that', async () => {
    const file = join(canary.path, 'folder/file');
    const before = lstatSync(file).atimeMs;
    await readAsStranger();
    expect(lstatSync(file).atimeMs).toBeGreaterThan(before);
    expect(canary.changes()).toEqual([]);
  });

  test('shows a read of an agent, and who it was', async () => {
    await readAsStranger();
    execFileSync('cat', [join(canary.path, 'folder/file')]);
    expect(canary.changes()).toEqual([
      expect.stringMatching(/file was read$/),
      expect.stringMatching(/file opened by cat .* of find /),
      expect.stringMatching(/file opened by cat \(\d+\) of node/),
    ]);
  });

  test('shows a change of theirs', async () => {
    await readAsStranger();
    chmodSync(join(canary.path, 'folder/file'), 0o644);
    expect(canary.changes()).toHaveLength(2);
  });
});

describe('with a random hostile tree, nothing else is touched', () => {
  test.each(seeds)('by an agent of root (seed %i)', async (seed) => {
    const { volume, copies, operations, remove } = hostileNode(seed);
    expect(touched()).toEqual([]);
    for (const operation of operations) await operation().catch(expectRefusal);
    expect(textsIn(copies)).not.toContain(secret);
    await remove(volume);
    expect(existsSync(volume)).toBe(false);
    expect(touched()).toEqual([]);
  });

  test.each(seeds.slice(0, isSoak() ? undefined : 10))('while its daemon relinks it (seed %i)', async (seed) => {
    const { volume, data, copies, operations, remove } = hostileNode(seed);
    expect(touched()).toEqual([]);
    const stop = await relinkForever(data);
    for (const operation of operations) await operation().catch(expectRefusal);
    expect(textsIn(copies)).not.toContain(secret);
    await remove(volume).catch(expectRefusal);
    stop();
    await remove(volume);
    expect(existsSync(volume)).toBe(false);
    expect(touched()).toEqual([]);
  });
});

/** An operation may be refused, or fail for an entry that changed, but not otherwise. */
function expectRefusal(error: NodeJS.ErrnoException): void {
  if (error.code !== undefined) expect(['ENOENT', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR', 'ELOOP']).toContain(error.code);
  else expect(error.message).toMatch(/^(cannot copy|the copy |the disk of|.* is empty|.* is not a )/);
}
