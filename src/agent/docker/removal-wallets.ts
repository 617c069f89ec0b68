import { existsSync } from 'node:fs';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { isUp, runOf } from '../runtime/workload.ts';
import { withDataReader } from './engine/data-reader.ts';
import { listAllWallets, strayWalletsOfVolume, walletsOfFolder } from './engine/wallets.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { presentImage } from './image-pins.ts';
import type { ObservedNode } from './observe.ts';

type Seen = Pick<
  ObservedNode,
  'workload' | 'data' | 'dataRoot' | 'volumes' | 'leftoverDataDir' | 'directory' | 'containers'
>;

/** Wallets found while no daemon used the data. */
interface Found {
  /** The daemon's last run before that; null once its container is gone. */
  run: string | null;
  wallets: readonly string[];
  /**
   * When to search again, on the process's clock: what the engine cannot search may be its own fault, and an operator may
   * change a directory.
   */
  expiresAt: number;
}

/**
 * A search of ten minutes is repeated after two hours, a failed call after some seconds: a daemon that leaves millions of
 * files costs the host at most a thirteenth of a core until somebody names its wallets.
 */
const restFactor = 12;

/**
 * Returns a search for the wallets in chain data that is to be removed, including unloaded ones: null if nothing is to be
 * removed, and while the daemon runs: the deletion stops it first, whatever its directory looks like.
 */
export function removalWallets(
  options: ExecutorOnEngine,
  now = (): number => performance.now(),
): (desired: DesiredNode, seen: Seen) => Promise<ObservedNode['wallets']> {
  /** Nothing of ours writes to the data once the daemon is down, so one search is enough. */
  const known = new Map<string, Found>();
  return async (
    { id, desiredState, dataPolicy },
    { workload, data, dataRoot, volumes, leftoverDataDir, directory, containers },
  ) => {
    const isRunning = containers.some(isUp);
    if (desiredState !== 'deleted' || dataPolicy !== 'remove' || data === 'foreign' || isRunning) {
      known.delete(id);
      return null;
    }
    if (data === 'absent')
      return leftoverDataDir === null ? null : ((await walletsOfFolder(leftoverDataDir)) ?? 'unseen');
    // If the disk is not mounted, the engine would show other data.
    if (directory && !existsSync(directory)) return 'unseen';
    const container = workload?.state === 'removing' ? undefined : workload;
    const run = container === undefined ? null : runOf(container);
    const found = known.get(id);
    const begunAt = now();
    if (found !== undefined && (run === null || found.run === run) && begunAt < found.expiresAt) return found.wallets;
    const path = volumes.find((volume) => volume.dataRoot === dataRoot)?.path;
    const seen = path !== undefined && existsSync(path) ? await walletsOfFolder(path) : null;
    const wallets = seen ?? (await walletsOfVolume(options, id, dataRoot));
    if (wallets === 'unknown') return wallets;
    const endedAt = now();
    const isWhole = seen === null && !wallets.some((wallet) => wallet.startsWith('/'));
    const expiresAt = isWhole ? Number.POSITIVE_INFINITY : endedAt + (endedAt - begunAt) * restFactor;
    known.set(id, { run, wallets, expiresAt });
    return wallets;
  };
}

/** Searches a volume that this process cannot see, through the engine. */
async function walletsOfVolume(
  options: ExecutorOnEngine,
  nodeId: string,
  dataRoot: string,
): Promise<readonly string[] | 'unknown'> {
  const { client } = options;
  const image = await presentImage(options);
  if (image === null) return 'unknown';
  const place = { nodeId, image, dataRoot };
  const strays = await strayWalletsOfVolume(client, options, place);
  const listed = await withDataReader(client, options, place, (reader) => listAllWallets(client, reader));
  return [...listed, ...strays];
}
