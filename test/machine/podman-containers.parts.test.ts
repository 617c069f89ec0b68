import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dockerHost } from '../../src/agent/docker/docker-host.ts';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { labels } from '../../src/agent/docker/engine/labels.ts';
import { agentRpcFile } from '../../src/agent/docker/engine/paths.ts';
import { createVolume, findVolumes } from '../../src/agent/docker/engine/volumes.ts';
import { declaringImage, runDeclaring, type SeenContainer } from '../harness/declaring-image.ts';
import { makeHostileTree } from '../harness/hostile-tree.ts';
import { nestFolders } from '../harness/nested-folders.ts';
import { Random } from '../harness/random.ts';
import { isSoak } from '../harness/soak.ts';
import { textsIn } from '../harness/texts-in.ts';
import { until } from '../harness/until.ts';
import { secret } from '../harness/watched-tree.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { credentials, podmanData, podmanOfRoot, watchVolumes } from './podman-data.ts';
import { setUpPodman } from './podman-of-root.ts';
import { addUser, type RootlessUser, rootlessPodman } from './rootless-user.ts';

// Finding L2 on Podman, as image-defaults.parts.test.ts on Docker: the agent's own code creates the container.

/** Podman 4.3, or 5.4. */
const suite = isSoak() ? 'trixie' : 'bookworm';

let box: Box | undefined;
let user: RootlessUser;
let image: string;
let seen: SeenContainer;
let podman: Awaited<ReturnType<typeof podmanData>>;
let ofRoot: typeof podman;
let ofUser: typeof podman;

beforeAll(async () => {
  await ensureBoxImage(suite, AbortSignal.timeout(580_000));
  box = await Box.boot(suite);
  // Before any Podman remembers the boot, which a user changes.
  user = await addUser(box, 'op');
  image = await declaringImage();
  try {
    await setUpPodman(box, image);
  } finally {
    await new Docker({ socketPath: inject('dockerSocket') }).getImage(image).remove();
  }
  const client = new EngineClient(await box.pathOf('/run/podman/podman.sock'));
  seen = await runDeclaring(client, image);
  await watchVolumes(box, podmanOfRoot);
  ofRoot = await podmanData(box, client, image, podmanOfRoot);
}, 900_000);

afterAll(async () => {
  for (const each of [ofRoot, ofUser]) each?.[Symbol.dispose]();
  await box?.destroy();
});

test('a container on Podman › has no value of a variable of its image', () => {
  expect(seen.output).toMatch(/^LD_PRELOAD=$/m);
});

test('a container on Podman › has no writable folder of its image', () => {
  expect(seen.output).not.toContain('wrote to the volume');
});

test('a container on Podman › sees no file of a volume of its image', () => {
  expect(seen.output).not.toContain('sees the files of the volume');
});

test('a container on Podman › runs as the user of the host’s setting', () => {
  expect(seen.output).toContain('user 60833:60833');
});

test('a container on Podman › has no value of a label of its image', () => {
  expect(seen.config.Labels).toMatchObject({ [labels.purpose]: '', [labels.zmqPorts]: '', 'traefik.enable': '' });
});

test('a container on Podman › keeps its own labels against those of its image', () => {
  expect(seen.config.Labels[labels.node]).not.toBe('another');
});

test('a container on Podman › shows the owner of its data before its start', () => {
  expect(seen.owner).toBe('60833:60833');
});

describe('a container on rootless Podman', () => {
  let seenOfUser: SeenContainer;

  beforeAll(async () => {
    if (box === undefined) throw new Error('there is no machine');
    const place = await rootlessPodman(box, user);
    // Before their Podman has mounts of its own.
    await watchVolumes(box, place);
    const client = new EngineClient(await box.pathOf(await user.startPodman()));
    await box.do(`podman save ${image} >/var/image.tar`);
    await user.succeed('podman load -i /var/image.tar');
    seenOfUser = await runDeclaring(client, image);
    ofUser = await podmanData(box, client, image, place);
  });

  test('runs as the default user, one of the subordinate ids', () => {
    expect(seenOfUser.output).toContain('user 60833:60833');
  });

  test('shows the owner of its data before its start', () => {
    expect(seenOfUser.owner).toBe('60833:60833');
  });

  test('leaves no data of another id behind', async () => {
    expect(await user.succeed('podman volume ls -q')).toBe('');
  });
});

const files = ['blocks/blk00000.dat', 'blocks/xor.dat', 'blocks/index/CURRENT', 'chainstate/CURRENT'].map(
  (file) => `regtest/${file}`,
);
const wallet = 'regtest/wallets/savings/wallet.dat';

/** Makes a volume with a chain and a wallet, and changes its data directory. */
async function chainWith(change: (data: string) => unknown) {
  const { nodeId, volume } = await podman.makeVolume();
  const data = join(volume, 'node');
  for (const file of [...files, wallet]) {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    writeFileSync(join(data, file), file);
  }
  await change(data);
  podman.giveToDaemon(data);
  return { nodeId, volume };
}

const link = (data: string, level: string, target: string) => {
  rmSync(join(data, level), { recursive: true });
  symlinkSync(target, join(data, level));
};

/** Expects that the data directory of a copy, if one was made, has no text of something else. */
function expectOwnTexts(copy: string | null): void {
  const texts = copy === null ? [] : textsIn(join(copy, 'node'));
  expect(texts).not.toContain(secret);
  expect(texts).not.toContain(credentials);
}

/** What is in a volume besides the data directory, and besides what every start writes. */
const namesBeside = (volume: string): string[] =>
  readdirSync(volume)
    .filter((name) => !/^(node|bitcoin\.conf)$/.test(name))
    .toSorted();

/** An operation may be refused. */
function expectRefusal(error: Error): null {
  expect(error.message).toMatch(/^cannot (copy|change the node's data) |^Docker could not /);
  return null;
}

const outside = 'a folder of the host';
/** Links in place of each level to something in the volume and to the host; by turns, where time is short. */
const throughLinks = (levels: readonly string[], inside: string) =>
  levels.flatMap((level, turn) => {
    const targets = [outside, inside];
    return (isSoak() ? targets : [targets[turn % 2] ?? outside]).map((target) => [level, target] as const);
  });
const index = 'regtest/indexes/blockfilter/basic';
const indexLevels = ['regtest', 'regtest/indexes', 'regtest/indexes/blockfilter', index];
const chainWithIndex = (change: (data: string) => unknown) =>
  chainWith((data) => {
    mkdirSync(join(data, index), { recursive: true });
    writeFileSync(join(data, index, 'CURRENT'), 'of the index');
    writeFileSync(join(data, 'regtest/peers.dat'), 'of the peers');
    return change(data);
  });

// Invariant 18 on Podman, for an agent without root, which reads all data through the engine.
describe.each(['root', 'a user'])('data on Podman of %s', (owner) => {
  beforeAll(() => {
    podman = owner === 'root' ? ofRoot : ofUser;
  });

  test.each([
    ['regtest/blocks', '/', '/satrap/node/regtest/blocks: not a folder'],
    ['regtest/chainstate', '../..', '/satrap/node/regtest/chainstate: not a folder'],
    ['regtest/blocks/index', '/', 'regtest/blocks/index: neither a file nor a folder'],
    ['regtest/blocks/blk00000.dat', `/${agentRpcFile}`, 'blk00000.dat: neither a file nor a folder'],
  ])('is not copied through a link in place of %s', async (level, target, refusal) => {
    const { nodeId } = await chainWith((data) => link(data, level, target));
    await expect(podman.copy(nodeId)).rejects.toThrow(refusal);
    await podman.remove(nodeId);
  });

  // Podman finds what a link leads to within the volume, or nothing.
  test.each(throughLinks(indexLevels, '/'))(
    'loses nothing beside it through a link in place of %s to %s',
    async (level, target) => {
      const { nodeId, volume } = await chainWithIndex((data) =>
        link(data, level, target === outside ? podman.canaryPath : target),
      );
      await podman.removeFolder(nodeId, index).catch(expectRefusal);
      await podman.setAside(nodeId, 'regtest/peers.dat').catch(expectRefusal);
      expect(readFileSync(join(volume, agentRpcFile), 'utf8')).toBe(credentials);
      if (level !== 'regtest')
        for (const file of [...files, wallet]) expect(readFileSync(join(volume, 'node', file), 'utf8')).toBe(file);
      await podman.remove(nodeId);
      expect(podman.touched()).toEqual([]);
    },
  );

  test.each(throughLinks(['regtest', 'regtest/blocks', 'regtest/wallets', 'regtest/blocks/xor.dat'], '../..'))(
    'is adopted with nothing else through a link in place of %s to %s',
    async (level, target) => {
      const { nodeId, volume } = await chainWith((data) =>
        link(data, level, target === outside ? podman.canaryPath : target),
      );
      const before = namesBeside(volume);
      expect(await podman.listed(nodeId)).toMatchObject({
        data: { begunWith: '28.1', wallets: wallet.startsWith(level) ? [] : ['savings'] },
      });
      await podman.adopt(nodeId).catch(expectRefusal);
      expect(namesBeside(volume)).toEqual(before);
      expect(readFileSync(join(volume, agentRpcFile), 'utf8')).toBe(credentials);
      await podman.remove(nodeId);
      expect(podman.touched()).toEqual([]);
    },
  );
});

// The same for each Podman.
describe('data on Podman', () => {
  beforeAll(() => {
    podman = ofRoot;
  });

  test('has its wallets named once', async () => {
    const { nodeId } = await chainWith((data) => {
      mkdirSync(join(data, 'stray'));
      writeFileSync(join(data, 'stray/wallet.dat'), '');
    });
    expect(await podman.wallets(nodeId)).toEqual(['savings', '/satrap/node/stray']);
    await podman.remove(nodeId);
  });

  test.each(['regtest', 'regtest/blocks', 'regtest/blocks/blk00000.dat', 'regtest/wallets'])(
    'leads to nothing of the host through a link in place of %s',
    async (level) => {
      const { nodeId, volume } = await chainWith((data) => link(data, level, podman.canaryPath));
      expect(await podman.wallets(nodeId)).toEqual(wallet.startsWith(level) ? [] : ['savings']);
      await podman.read(nodeId);
      expectOwnTexts(await podman.copy(nodeId).catch(expectRefusal));
      await podman.remove(nodeId);
      expect(existsSync(volume)).toBe(false);
      expect(podman.touched()).toEqual([]);
    },
  );

  test.each<[string, (data: string) => unknown]>([
    [
      'files, links and pipes',
      (data) => {
        symlinkSync(podman.canaryPath, join(data, index, 'link'));
        execFileSync('mkfifo', [join(data, index, 'pipe')]);
      },
    ],
    ['2,000 levels', (data) => nestFolders(join(data, index), 2000, 'd'.repeat(200))],
    ['only a link', (data) => link(data, index, '../../chainstate')],
    [
      'only a file',
      (data) => {
        rmSync(join(data, index), { recursive: true });
        writeFileSync(join(data, index), '');
      },
    ],
  ])('loses an index of %s, and nothing else', async (_what, change) => {
    const { nodeId, volume } = await chainWithIndex(change);
    await podman.removeFolder(nodeId, index);
    expect(lstatSync(join(volume, 'node', index)).isDirectory()).toBe(true);
    expect(readdirSync(join(volume, 'node', index))).toEqual([]);
    for (const file of [...files, wallet]) expect(readFileSync(join(volume, 'node', file), 'utf8')).toBe(file);
    await podman.remove(nodeId);
    expect(podman.touched()).toEqual([]);
  });

  test('has no credentials in a file moved aside', async () => {
    const { nodeId, volume } = await chainWithIndex((data) => link(data, 'regtest/peers.dat', `../../${agentRpcFile}`));
    await podman.setAside(nodeId, 'regtest/peers.dat');
    expect(textsIn(join(volume, 'node'))).not.toContain(credentials);
    expect(readFileSync(join(volume, agentRpcFile), 'utf8')).toBe(credentials);
    await podman.remove(nodeId);
  });

  test('has no credentials of the agent as wallet or as key of its blocks', async () => {
    const { nodeId } = await chainWith((data) => {
      link(data, wallet, `/${agentRpcFile}`);
      link(data, 'regtest/blocks/xor.dat', `../../../${agentRpcFile}`);
    });
    expect(await podman.wallets(nodeId)).toEqual([]);
    expect(await podman.read(nodeId)).toMatchObject({ format: { obfuscated: null } });
    await podman.remove(nodeId);
  });

  test.each([1, 2])('of a random hostile tree leads nowhere else (seed %i)', async (seed) => {
    const { nodeId, volume } = await podman.makeVolume();
    const socket = join(podman.disk, `socket-${seed}`);
    const server = createServer().listen(socket);
    await once(server, 'listening');
    const { canaryPath: canary, foreignFile: foreign } = podman;
    makeHostileTree(new Random(seed), { data: join(volume, 'node'), canary, foreign, socket });
    await podman.wallets(nodeId);
    await podman.read(nodeId).catch(expectRefusal);
    expectOwnTexts(await podman.copy(nodeId).catch(expectRefusal));
    await podman.remove(nodeId);
    server.close();
    expect(existsSync(volume)).toBe(false);
    expect(podman.touched()).toEqual([]);
  });

  test('is removed whatever a daemon left there', async () => {
    const { nodeId, volume } = await chainWith(async (data) => {
      for (const name of ['\u001b[2J\n', 'n'.repeat(255), '-rf', ' ']) writeFileSync(join(data, name), '');
      writeFileSync(Buffer.concat([Buffer.from(`${data}/`), Buffer.from([0xff, 0xfe])]), '');
      writeFileSync(join(data, 'special'), '');
      chmodSync(join(data, 'special'), 0o6755);
      symlinkSync('loop', join(data, 'loop'));
      symlinkSync(podman.canaryPath, join(data, 'link'));
      execFileSync('mkfifo', [join(data, 'pipe')]);
      // A copy reads the first ones, a search for wallets the second.
      for (const folder of ['regtest/blocks', '.']) await nestFolders(join(data, folder), 2000, 'd'.repeat(200));
      mkdirSync(join(data, 'locked/inner'), { recursive: true });
      chmodSync(join(data, 'locked'), 0);
    });
    // Podman ends an archive where a path is too long, and finds no wallet after it.
    expect(await podman.wallets(nodeId)).toContain('/satrap/node');
    await expect(podman.copy(nodeId)).rejects.toThrow('paths of more than 2000 bytes');
    await podman.remove(nodeId);
    expect(existsSync(volume)).toBe(false);
    expect(podman.touched()).toEqual([]);
  });
});

test('the disk of volumes is that of Podman’s volume_path', async () => {
  if (box === undefined) throw new Error('there is no machine');
  const socket = '/run/second/podman.sock';
  await box.do('cat >/root/volumes.conf', '[engine]\nvolume_path = "/srv/volumes"\n');
  await box.do(
    'cat >/root/storage.conf',
    '[storage]\ndriver = "vfs"\nrunroot = "/run/second/run"\ngraphroot = "/srv/graph"\n',
  );
  const settings = '-E CONTAINERS_CONF=/root/volumes.conf -E CONTAINERS_STORAGE_CONF=/root/storage.conf';
  await box.do(
    `systemctl stop second-podman 2>/dev/null; mkdir -p /run/second && systemd-run --unit second-podman --quiet ${settings} podman system service --time 0 unix://${socket}`,
  );
  const dockerSocket = await box.pathOf(socket);
  await until('the second Podman answers', async () => existsSync(dockerSocket), 60_000, 500);
  const { dataPath } = await dockerHost({ dockerSocket }).hostInfo();
  expect(dataPath).toBe('/srv/volumes');
  const client = new EngineClient(dockerSocket);
  await createVolume(client, { executorId: 'e', nodeId: 'n', nodeName: 'n', directory: null });
  expect((await findVolumes(client, 'e', 'n')).ours.map(({ path }) => path)).toEqual([`${dataPath}/satrap-n/_data`]);
});
