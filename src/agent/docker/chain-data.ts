import { join } from 'node:path';
import { type Network, networkFacts, networks } from '../../bitcoin/network.ts';
import type { ChainDataInput } from '../../contract/types.generated.ts';
import { readDataMarker } from './engine/data-marker.ts';
import { diskUsage } from './engine/disk-usage.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { dataFolder, paths } from './engine/paths.ts';
import { pathExists } from './engine/read-file.ts';
import type { NodeVolume } from './engine/volumes.ts';
import { listWallets } from './engine/wallets.ts';

/** Reads the properties of the chain data that a container mounts, running or not. Throws RuntimeError. */
export async function readChainData(
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
    wallets: network === null ? [] : await listWallets(client, containerId, network),
    dataRoot,
  };
}

/** The network whose blocks are in the data directory; null without any. */
async function networkOf(client: EngineClient, containerId: string): Promise<Network | null> {
  for (const network of networks.toReversed()) {
    const blocks = `${paths.dataDir}/${networkFacts(network).folder}blocks`;
    if (await pathExists(client, containerId, blocks)) return network;
  }
  return null;
}
