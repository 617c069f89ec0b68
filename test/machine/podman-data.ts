import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyArchives } from '../../src/agent/docker/copy/copy-archives.ts';
import { seedFolders } from '../../src/agent/docker/copy/seed-folders.ts';
import { withDataReader } from '../../src/agent/docker/engine/data-reader.ts';
import type { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../src/agent/docker/engine/labels.ts';
import { removeDataFolder, setFileAside } from '../../src/agent/docker/engine/node-files.ts';
import { agentRpcFile, dataMarkerFile } from '../../src/agent/docker/engine/paths.ts';
import { readDataFormat, readDataOwner, writeConfig } from '../../src/agent/docker/engine/volume-files.ts';
import { createVolume, removeVolume } from '../../src/agent/docker/engine/volumes.ts';
import { legacyWallets, listAllWallets, strayWalletsOfVolume } from '../../src/agent/docker/engine/wallets.ts';
import type { ExecutorOnEngine } from '../../src/agent/docker/executor-on-engine.ts';
import { orphanFinder } from '../../src/agent/docker/orphans.ts';
import { restoreBlocksKey } from '../../src/agent/docker/restore-key.ts';
import type { Orphan } from '../../src/agent/runtime/runtime.ts';
import { refused } from '../../src/agent/runtime/runtime-error.ts';
import { defaultDataRoot } from '../../src/contract/names.ts';
import { testStore } from '../agent/test-store.ts';
import { configWith } from '../bitcoin/config.ts';
import { WatchedTree } from '../harness/watched-tree.ts';
import type { Box } from './box.ts';

/** A Podman of a machine, and how this host sees its files. */
export interface PodmanPlace {
  /** Where it keeps volumes, on the machine. */
  volumes: string;
  /** What its containers' root is on the machine, as `UID:GID`. */
  root: string;
  /** What the user of daemons is there. */
  daemon: string;
}

export const podmanOfRoot: PodmanPlace = {
  volumes: '/var/lib/containers/storage/volumes',
  root: '0:0',
  daemon: '60833:60833',
};

/** Puts the volumes of a Podman, which has none yet, on a disk of the machine where reads show. */
export async function watchVolumes(box: Box, { volumes, root }: PodmanPlace): Promise<void> {
  await box.do(
    `mkdir -p ${volumes} && mount -t tmpfs -o strictatime,size=64m,nr_inodes=1m,mode=711 tmpfs ${volumes} && chown ${root} ${volumes}`,
  );
}

/** What only root may read, beside the data. */
export const credentials = 'credentials of the agent';

const marker = { begunWith: '28.1', newest: '28.1' };

/** Of the daemons. */
const user = { uid: 60_833, gid: 60_833 };

/** More than the data of these tests, and less than a sparse file. */
const maxCopyBytes = 1_000_000;

/** A machine’s Podman as an agent without root uses it, which sees no volume. Its volumes are watched. */
export async function podmanData(box: Box, client: EngineClient, image: string, { volumes, ...ids }: PodmanPlace) {
  const disk = await box.pathOf(volumes);
  const canary = new WatchedTree(join(disk, 'canary'), [
    ...['wallet.dat', 'CURRENT', 'blk00000.dat', 'index/CURRENT', 'blocks/blk00000.dat', 'chainstate/CURRENT'],
    ...['indexes/blockfilter/basic/CURRENT', 'blockfilter/basic/CURRENT', 'basic/CURRENT', 'peers.dat'],
    ...['regtest/blocks/blk00000.dat', 'regtest/chainstate/CURRENT', 'regtest/wallets/savings/wallet.dat'],
  ]);
  const foreign = new WatchedTree(join(disk, 'foreign'), ['file'], { isLinked: true });
  /** Gives a file or a tree of the machine to an owner, without following links. */
  const give = (path: string, owner: string) => execFileSync('chown', ['-hR', owner, path]);
  // What Podman's own user may read.
  give(canary.path, ids.root);
  canary.changes();
  const agent = { executorId: randomUUID(), instanceId: randomUUID() };

  /** Makes a volume with what the agent writes beside a node’s data, and returns its folder on this host. */
  async function makeVolume(): Promise<{ nodeId: string; volume: string }> {
    const nodeId = randomUUID();
    await createVolume(client, { executorId: agent.executorId, nodeId, nodeName: 'tried', directory: null });
    const { Mountpoint } = await client.docker.getVolume(objectName(nodeId)).inspect();
    const volume = await box.pathOf(Mountpoint);
    writeFileSync(join(volume, agentRpcFile), credentials, { mode: 0o400 });
    writeFileSync(join(volume, dataMarkerFile), JSON.stringify(marker));
    for (const file of [agentRpcFile, dataMarkerFile]) give(join(volume, file), ids.root);
    return { nodeId, volume };
  }

  /** Calls `work` with a container that could write to a node's data, and never runs. */
  async function writing<T>(nodeId: string, work: (containerId: string) => Promise<T>): Promise<T> {
    const { id } = await client.docker.createContainer({
      Image: image,
      Entrypoint: ['bitcoind'],
      HostConfig: { Mounts: [{ Type: 'volume', Source: objectName(nodeId), Target: '/satrap' }] },
    });
    try {
      return await work(id);
    } finally {
      await client.docker.getContainer(id).remove({ force: true });
    }
  }

  const reading = <T>(nodeId: string, read: (containerId: string) => Promise<T>): Promise<T> =>
    withDataReader(client, agent, { nodeId, image }, read);

  return {
    disk,
    /** Where links of the machine lead to it. */
    canaryPath: join(volumes, 'canary'),
    foreignFile: join(foreign.path, 'file'),
    makeVolume,
    touched: () => [...canary.changes(), ...foreign.changes()],
    [Symbol.dispose]() {
      for (const tree of [canary, foreign]) tree[Symbol.dispose]();
    },
    /** Makes a tree the daemon's. */
    giveToDaemon: (path: string) => give(path, ids.daemon),

    /** Lists a node’s data as that of nobody, for adoption. */
    async listed(nodeId: string): Promise<Orphan | undefined> {
      const settings = {
        images: { bitcoind: { '28.1': image } },
        dataRoots: {},
      } as unknown as ExecutorOnEngine['settings'];
      const find = orphanFinder({ client, ...agent, database: testStore().database, settings });
      return (await find(new Set())).find((orphan) => orphan.nodeId === nodeId);
    },

    /** Does to a node’s data all that an agent does before the first start of a node that adopts it. */
    adopt: (nodeId: string) =>
      writing(nodeId, async (containerId) => {
        const chain = { network: 'regtest', challenge: null } as const;
        const files = { chain, user, path: undefined };
        await readDataOwner(client, containerId);
        await restoreBlocksKey(client, containerId, { ...files, marker: { ...marker, blocksKey: 'ab'.repeat(8) } });
        await writeConfig(client, containerId, user, 'regtest=1\n', marker, null);
      }),

    /** Finds the wallets of a node as its removal does. */
    async wallets(nodeId: string): Promise<string[]> {
      const stray = await strayWalletsOfVolume(client, agent, { nodeId, image, dataRoot: defaultDataRoot });
      return [...(await reading(nodeId, (reader) => listAllWallets(client, reader))), ...stray];
    },

    /** Reads all that an agent reads of data at a start or of an orphan. */
    read: (nodeId: string) =>
      reading(nodeId, async (reader) => ({
        format: await readDataFormat(client, reader, 'regtest'),
        owner: await readDataOwner(client, reader),
        legacy: await legacyWallets(client, reader, { network: 'regtest', names: ['', 'savings'] }),
      })),

    /** Copies a node’s chain to a new volume, and returns the folder of the copy on this host. */
    async copy(nodeId: string): Promise<string> {
      const target = await makeVolume();
      await writing(target.nodeId, (toContainer) =>
        reading(nodeId, (fromContainer) =>
          copyArchives({
            ...{ client, fromContainer, toContainer, folders: seedFolders(configWith([])), estimate: 0 },
            ...{ owner: user, onProgress: () => undefined },
            async requireSpace({ size, done }) {
              if (done + size > maxCopyBytes) throw refused('cannot copy more than the disk');
            },
            signal: new AbortController().signal,
          }),
        ),
      );
      return target.volume;
    },

    /** Removes a folder of a node's data. */
    removeFolder: (nodeId: string, folder: string) =>
      writing(nodeId, (containerId) => removeDataFolder({ client, containerId, user, path: undefined }, folder)),

    /** Moves a file of a node's data aside. Returns whether there was one. */
    setAside: (nodeId: string, file: string) =>
      writing(nodeId, (containerId) => setFileAside({ client, containerId, user, path: undefined }, file, '.damaged')),

    remove: (nodeId: string) => removeVolume(client, nodeId),
  };
}
