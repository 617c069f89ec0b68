import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyArchives } from '../../src/agent/docker/copy/copy-archives.ts';
import { seedFolders } from '../../src/agent/docker/copy/seed-folders.ts';
import { withDataReader } from '../../src/agent/docker/engine/data-reader.ts';
import type { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../src/agent/docker/engine/labels.ts';
import { removeDataFolder, setFileAside } from '../../src/agent/docker/engine/node-files.ts';
import { agentRpcFile } from '../../src/agent/docker/engine/paths.ts';
import { readDataFormat, readDataOwner } from '../../src/agent/docker/engine/volume-files.ts';
import { createVolume, removeVolume } from '../../src/agent/docker/engine/volumes.ts';
import { legacyWallets, listAllWallets, strayWalletsOfVolume } from '../../src/agent/docker/engine/wallets.ts';
import { refused } from '../../src/agent/runtime/runtime-error.ts';
import { defaultDataRoot } from '../../src/contract/names.ts';
import { configWith } from '../bitcoin/config.ts';
import { WatchedTree } from '../harness/watched-tree.ts';
import type { Box } from './box.ts';

/** Where Podman of root keeps volumes. */
const volumes = '/var/lib/containers/storage/volumes';

/** What only root may read, beside the data. */
export const credentials = 'credentials of the agent';

/** Of the daemons. */
const user = { uid: 60_833, gid: 60_833 };

/** More than the data of these tests, and less than a sparse file. */
const maxCopyBytes = 1_000_000;

/** A machine’s Podman as an agent without root uses it, which sees no volume. Its volumes are on a disk where reads show. */
export async function podmanData(box: Box, client: EngineClient, image: string) {
  await box.do(`mkdir -p ${volumes} && mount -t tmpfs -o strictatime,size=64m,nr_inodes=1m,mode=711 tmpfs ${volumes}`);
  const disk = await box.pathOf(volumes);
  const canary = new WatchedTree(join(disk, 'canary'), [
    ...['wallet.dat', 'CURRENT', 'blk00000.dat', 'index/CURRENT', 'blocks/blk00000.dat', 'chainstate/CURRENT'],
    ...['indexes/blockfilter/basic/CURRENT', 'blockfilter/basic/CURRENT', 'basic/CURRENT', 'peers.dat'],
    ...['regtest/blocks/blk00000.dat', 'regtest/chainstate/CURRENT', 'regtest/wallets/savings/wallet.dat'],
  ]);
  const foreign = new WatchedTree(join(disk, 'foreign'), ['file'], { isLinked: true });
  const agent = { executorId: randomUUID(), instanceId: randomUUID() };

  /** Makes a volume with what the agent writes beside a node’s data, and returns its folder on this host. */
  async function makeVolume(): Promise<{ nodeId: string; volume: string }> {
    const nodeId = randomUUID();
    await createVolume(client, { executorId: agent.executorId, nodeId, nodeName: 'tried', directory: null });
    const { Mountpoint } = await client.docker.getVolume(objectName(nodeId)).inspect();
    const volume = await box.pathOf(Mountpoint);
    writeFileSync(join(volume, agentRpcFile), credentials, { mode: 0o400 });
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
