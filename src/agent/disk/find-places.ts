import type { Clock } from '../../timing/clock.ts';
import {
  type DataFolder,
  type DataPlace,
  type MeasuredDisk,
  measureDisk,
  placesOf,
  readMountPoints,
} from './data-places.ts';

export interface PlaceFinderOptions {
  /** The default chain data path. Rejects while the engine does not report it. */
  dataPath(): Promise<string>;
  clock: Clock;
  /** Default: that of this process. */
  mountinfo?: string;
}

export interface FoundPlaces<Node> {
  /** Undefined while the default chain data path is unknown. */
  byDefault: DataPlace | undefined;
  byNode: { node: Node; places: DataPlace[] }[];
}

/** Another disk may be mounted below an engine that restarts. */
const maxAgeMs = 60_000;

/** Finds and measures the disks of nodes' data. Keeps the engine's path and the host's mounts for a minute. */
export class PlaceFinder {
  readonly #options: PlaceFinderOptions;
  #dataPath: { path: string; foundAt: number } | undefined;
  #mounts: { points: readonly string[]; readAt: number } | undefined;

  constructor(options: PlaceFinderOptions) {
    this.#options = options;
  }

  async find<Node extends DataFolder>(nodes: readonly Node[]): Promise<FoundPlaces<Node>> {
    const measured = new Map<string, Promise<MeasuredDisk | undefined>>();
    const measure = (path: string) => measured.getOrInsertComputed(path, () => measureDisk(path));
    const path = await this.#findDataPath();
    const disk = path === undefined ? undefined : await measure(path);
    const byDefault = path === undefined || disk === undefined ? undefined : { name: path, disk };
    const mounts = await this.#findMounts();
    const byNode = await Promise.all(
      nodes.map(async (node) => ({ node, places: await placesOf(node, { byDefault, mounts, measure }) })),
    );
    return { byDefault, byNode };
  }

  /** The last known one while the engine does not answer, or undefined. */
  async #findDataPath(): Promise<string | undefined> {
    const { dataPath, clock } = this.#options;
    const known = this.#dataPath;
    if (known !== undefined && clock.elapsed() - known.foundAt < maxAgeMs) return known.path;
    const path = await dataPath().catch(() => undefined);
    if (path !== undefined) this.#dataPath = { path, foundAt: clock.elapsed() };
    return this.#dataPath?.path;
  }

  /** Hosts with many containers have long lists of mounts. */
  async #findMounts(): Promise<readonly string[]> {
    const { clock, mountinfo } = this.#options;
    const now = clock.elapsed();
    const known = this.#mounts;
    if (known !== undefined && now - known.readAt < maxAgeMs) return known.points;
    const points = await readMountPoints(mountinfo);
    this.#mounts = { points, readAt: now };
    return points;
  }
}
