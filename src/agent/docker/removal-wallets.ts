import { existsSync } from 'node:fs';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { isUp, runOf } from '../runtime/workload.ts';
import { withDataReader } from './engine/data-reader.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { strayWallets, strayWalletsOfVolume } from './engine/stray-wallets.ts';
import { listAllWallets, walletsOfFolder } from './engine/wallets.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { presentImage } from './image-pins.ts';
import type { ObservedNode } from './observe.ts';

type Seen = Pick<ObservedNode, 'workload' | 'data' | 'dataRoot' | 'volumes' | 'leftoverDataDir' | 'directory'>;

/** Wallets found while no daemon used the data. */
interface Found {
  /** The daemon's last run before that; null once its container is gone. */
  run: string | null;
  wallets: readonly string[];
}

/** Finds the wallets in chain data that is to be removed, including unloaded ones and those of a stopped daemon. */
export class RemovalWallets {
  readonly #options: ExecutorOnEngine;
  /** Nothing of ours writes to the data once the daemon is down, so one search is enough. */
  readonly #found = new Map<string, Found>();

  constructor(options: ExecutorOnEngine) {
    this.#options = options;
  }

  /**
   * Null if nothing is to be removed. While the daemon runs, stray wallets in a volume that this process cannot see are
   * skipped: the removal stops the daemon first and is then planned again. Throws RuntimeError.
   */
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
      const strays = await strayWallets(leftoverDataDir);
      return strays === null ? 'unseen' : [...(await walletsOfFolder(leftoverDataDir)), ...strays];
    }
    // If the disk is not mounted, the engine would show other data.
    if (directory && !existsSync(directory)) return 'unseen';
    const path = volumes.find((volume) => volume.dataRoot === dataRoot)?.path;
    const strays = path !== undefined && existsSync(path) ? await strayWallets(path) : null;
    const container = workload?.state === 'removing' ? undefined : workload;
    if (container !== undefined && isUp(container)) {
      this.#found.delete(id);
      return [...(await listAllWallets(this.#options.client, container.id)), ...(strays ?? [])];
    }
    const found = await this.#whileDown(id, { container, dataRoot, isSeen: strays !== null });
    return found === 'unknown' ? found : [...found, ...(strays ?? [])];
  }

  async #whileDown(
    nodeId: string,
    place: { container: ObservedContainer | undefined; dataRoot: string; isSeen: boolean },
  ): Promise<readonly string[] | 'unknown'> {
    const run = place.container === undefined ? null : runOf(place.container);
    const known = this.#found.get(nodeId);
    if (known !== undefined && (run === null || known.run === run)) return known.wallets;
    const wallets = await this.#look(nodeId, place);
    if (wallets !== 'unknown') this.#found.set(nodeId, { run, wallets });
    return wallets;
  }

  async #look(
    nodeId: string,
    { container, dataRoot, isSeen }: { container: ObservedContainer | undefined; dataRoot: string; isSeen: boolean },
  ): Promise<readonly string[] | 'unknown'> {
    const { client, database, settings } = this.#options;
    if (container !== undefined && isSeen) return listAllWallets(client, container.id);
    const image = await presentImage(client, database, settings.images);
    if (image === null) return 'unknown';
    const strays = isSeen ? [] : await strayWalletsOfVolume(client, this.#options, { nodeId, image, dataRoot });
    return withDataReader(client, this.#options, { nodeId, image, dataRoot }, async (reader) => [
      ...(await listAllWallets(client, reader)),
      ...strays,
    ]);
  }
}
