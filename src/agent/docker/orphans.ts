import { join } from 'node:path';
import { type Network, networkFacts, networks } from '../../bitcoin/network.ts';
import type { ChainDataInput } from '../../contract/types.generated.ts';
import { ConfinedFolder } from '../../storage/confined/confined-folder.ts';
import { walk } from '../../storage/confined/walk.ts';
import type { Orphan } from '../runtime/runtime.ts';
import { ignoring, RuntimeError } from '../runtime/runtime-error.ts';
import { volumeInUse } from './data-roots.ts';
import { nodesWithContainers } from './engine/containers.ts';
import { withDataReader } from './engine/data-reader.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { labels } from './engine/labels.ts';
import { dataFolder, paths } from './engine/paths.ts';
import { pathExists } from './engine/read-file.ts';
import { readDataMarker } from './engine/volume-files.ts';
import { executorVolumes, type NodeVolume } from './engine/volumes.ts';
import { listAllWallets, listWallets } from './engine/wallets.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { presentImage } from './image-pins.ts';

type Found = Omit<Orphan, 'data'>;

/** Only the data of a running orphan changes. */
const maxAgeMs = 10 * 60_000;

/** Finds containers and volumes of nodes that are not desired, in order of node id, and reads their chain data once. */
export function orphanFinder(options: ExecutorOnEngine): (desired: ReadonlySet<string>) => Promise<Orphan[]> {
  const { client, executorId } = options;
  const known = new Map<string, { containerId: string | null; data: ChainDataInput; readAt: number }>();

  const dataOf = async ({ nodeId, containerId }: Found): Promise<ChainDataInput | null> => {
    const before = known.get(nodeId);
    const isFresh = containerId === null || performance.now() - (before?.readAt ?? 0) < maxAgeMs;
    if (before !== undefined && before.containerId === containerId && isFresh) return before.data;
    try {
      const data = await readData(options, nodeId, containerId);
      if (data !== null) known.set(nodeId, { containerId, data, readAt: performance.now() });
      return data;
    } catch (error) {
      // The orphan is listed without its data, which is read with the next scan of the host.
      if (error instanceof RuntimeError && error.fault !== 'unreachable') return null;
      throw error;
    }
  };

  return async (desired) => {
    const [containers, volumes] = await Promise.all([
      nodesWithContainers(client, executorId),
      executorVolumes(client, executorId),
    ]);
    const found = new Map<string, Found>();
    for (const { Labels } of volumes) {
      const nodeId = Labels?.[labels.node];
      if (nodeId !== undefined) found.set(nodeId, { nodeId, name: Labels[labels.name] ?? nodeId, containerId: null });
    }
    for (const container of containers) found.set(container.nodeId, container);
    for (const nodeId of desired) found.delete(nodeId);
    for (const nodeId of known.keys()) if (!found.has(nodeId)) known.delete(nodeId);
    const orphans = [...found.values()].toSorted((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
    return Array.fromAsync(orphans, async (orphan) => ({ ...orphan, data: await dataOf(orphan) }));
  };
}

async function readData(options: ExecutorOnEngine, nodeId: string, containerId: string | null) {
  const { client } = options;
  const volume = await volumeInUse(options, nodeId);
  if (volume === undefined) return null;
  if (containerId !== null) return readChainData(client, containerId, volume);
  const image = await presentImage(options);
  if (image === null) return null;
  const { dataRoot } = volume;
  return withDataReader(client, options, { nodeId, image, dataRoot }, (reader) =>
    readChainData(client, reader, volume),
  );
}

/** Reads the properties of the chain data that a container mounts, running or not. */
async function readChainData(
  client: EngineClient,
  containerId: string,
  { path, dataRoot }: Pick<NodeVolume, 'path' | 'dataRoot'>,
): Promise<ChainDataInput> {
  const [marker, network] = await Promise.all([readDataMarker(client, containerId), networkOf(client, containerId)]);
  const directory = join(path, dataFolder);
  return {
    network,
    nodeType: marker?.nodeType ?? null,
    height: marker?.tip?.height ?? null,
    bestBlockHash: marker?.tip?.bestBlockHash ?? null,
    sizeBytes: (await diskUsage(directory)) ?? marker?.tip?.sizeOnDiskBytes ?? null,
    begunWith: marker?.begunWith ?? null,
    openedWith: marker?.newest ?? null,
    // A daemon can hide its blocks, with a link in their place, but not its wallets.
    wallets: await (network === null ? listAllWallets(client, containerId) : listWallets(client, containerId, network)),
    dataRoot,
  };
}

/** The network whose blocks are in the data directory; null without any. */
async function networkOf(client: EngineClient, containerId: string): Promise<Network | null> {
  for (const network of networks.toReversed()) {
    const blocks = `${paths.dataDir}/${networkFacts(network).folder}blocks`;
    // The engine fails for some of what a daemon can put there, such as a loop of links.
    if (await pathExists(client, containerId, blocks).catch(ignoring('refused'))) return network;
  }
  return null;
}

/** Block size in `stat`, whatever the file system (stat(2)). */
const blockBytes = 512;

/** Returns the disk usage of a directory in bytes; null if this process, such as one in a container, cannot see it. */
export async function diskUsage(directory: string): Promise<number | null> {
  let bytes = 0;
  try {
    await using folder = await ConfinedFolder.openRoot(directory);
    await walk(folder, {
      tooDeep: 'skip',
      visit: ({ stats }) => {
        bytes += stats.blocks * blockBytes;
        return undefined;
      },
    });
    return bytes;
  } catch {
    // Missing, not permitted, or more than can be counted: its size is unknown.
    return null;
  }
}
