import { existsSync } from 'node:fs';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { Store } from '../store/database.ts';
import { removeContainer } from './engine/containers.ts';
import { createDataReader, removeDataReaders } from './engine/data-reader.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { strayWallets } from './engine/stray-wallets.ts';
import { listAllWallets, walletsOfFolder } from './engine/wallets.ts';
import { presentImage } from './image-pins.ts';
import type { ObservedNode } from './observe.ts';

export interface RemovalWalletsOptions {
  client: EngineClient;
  database: Store;
  executorId: string;
  instanceId: string;
  images: Readonly<Record<string, string>>;
}

type Seen = Pick<ObservedNode, 'workload' | 'data' | 'dataRoot' | 'volumes' | 'leftoverDataDir' | 'directory'>;

/** Looks which wallets are in chain data that is to be removed: also in those that no daemon has loaded, and where no daemon runs. */
export class RemovalWallets {
  readonly #options: RemovalWalletsOptions;
  /** What a container showed last. Once it is gone, nothing of ours writes to the data any more. */
  readonly #found = new Map<string, readonly string[]>();

  constructor(options: RemovalWalletsOptions) {
    this.#options = options;
  }

  /** Null where nothing is to be removed. Throws RuntimeError. */
  async read(
    { id, desiredState, dataPolicy }: Pick<DesiredNode, 'id' | 'desiredState' | 'dataPolicy'>,
    { workload, data, dataRoot, volumes, leftoverDataDir, directory }: Seen,
  ): Promise<ObservedNode['wallets']> {
    if (desiredState !== 'deleted' || dataPolicy !== 'remove' || data === 'foreign') {
      this.#found.delete(id);
      return null;
    }
    if (data === 'absent') {
      if (leftoverDataDir === null) return null;
      return [...(await walletsOfFolder(leftoverDataDir)), ...(await strayWallets(leftoverDataDir))];
    }
    // A disk that is not mounted: what the engine would show of it is not the data.
    if (directory && !existsSync(directory)) return 'unseen';
    const found =
      workload === undefined || workload.state === 'removing'
        ? (this.#found.get(id) ?? (await this.#readVolume(id, dataRoot)))
        : await listAllWallets(this.#options.client, workload.id);
    if (found === 'unknown') return found;
    this.#found.set(id, found);
    const path = volumes.find((volume) => volume.dataRoot === dataRoot)?.path;
    return path === undefined ? found : [...found, ...(await strayWallets(path))];
  }

  async #readVolume(nodeId: string, dataRoot: string): Promise<readonly string[] | 'unknown'> {
    const { client, database, images } = this.#options;
    const image = await presentImage(client, database, images);
    if (image === null) return 'unknown';
    await removeDataReaders(client, this.#options, nodeId);
    const reader = await createDataReader(client, this.#options, { nodeId, image, dataRoot });
    try {
      return await listAllWallets(client, reader);
    } finally {
      await removeContainer(client, reader);
    }
  }
}
