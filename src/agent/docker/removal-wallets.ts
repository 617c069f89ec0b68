import { existsSync } from 'node:fs';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { isUp, runOf } from '../runtime/workload.ts';
import { withDataReader } from './engine/data-reader.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { listAllWallets, strayWallets, strayWalletsOfVolume, walletsOfFolder } from './engine/wallets.ts';
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

/**
 * Returns a search for the wallets in chain data that is to be removed, including unloaded ones and those of a stopped
 * daemon: null if nothing is to be removed. While the daemon runs, stray wallets in a volume that this process cannot
 * see are skipped: the removal stops the daemon first and is then planned again.
 */
export function removalWallets(
  options: ExecutorOnEngine,
): (desired: DesiredNode, seen: Seen) => Promise<ObservedNode['wallets']> {
  const { client } = options;
  /** Nothing of ours writes to the data once the daemon is down, so one search is enough. */
  const known = new Map<string, Found>();
  return async (
    { id, desiredState, dataPolicy },
    { workload, data, dataRoot, volumes, leftoverDataDir, directory },
  ) => {
    if (desiredState !== 'deleted' || dataPolicy !== 'remove' || data === 'foreign') {
      known.delete(id);
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
      known.delete(id);
      return [...(await listAllWallets(client, container.id)), ...(strays ?? [])];
    }
    const run = container === undefined ? null : runOf(container);
    let found = known.get(id);
    if (found === undefined || (run !== null && found.run !== run)) {
      const wallets = await walletsWhileDown(options, id, { container, dataRoot, isSeen: strays !== null });
      if (wallets === 'unknown') return wallets;
      found = { run, wallets };
      known.set(id, found);
    }
    return [...found.wallets, ...(strays ?? [])];
  };
}

async function walletsWhileDown(
  options: ExecutorOnEngine,
  nodeId: string,
  { container, dataRoot, isSeen }: { container: ObservedContainer | undefined; dataRoot: string; isSeen: boolean },
): Promise<readonly string[] | 'unknown'> {
  const { client } = options;
  if (container !== undefined && isSeen) return listAllWallets(client, container.id);
  const image = await presentImage(options);
  if (image === null) return 'unknown';
  const place = { nodeId, image, dataRoot };
  const strays = isSeen ? [] : await strayWalletsOfVolume(client, options, place);
  const listed = await withDataReader(client, options, place, (reader) => listAllWallets(client, reader));
  return [...listed, ...strays];
}
