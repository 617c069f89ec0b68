import type { ChainDataInput } from '../../contract/types.generated.ts';
import type { Orphan } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { readChainData } from './chain-data.ts';
import { volumeInUse } from './data-roots.ts';
import { nodesWithContainers } from './engine/containers.ts';
import { withDataReader } from './engine/data-reader.ts';
import { nodesWithVolumes } from './engine/volumes.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { presentImage } from './image-pins.ts';

/** Only the data of a running orphan changes. */
const maxAgeMs = 10 * 60_000;

/** Finds this executor's containers and volumes whose nodes are not desired, and reads their chain data once. */
export class OrphanFinder {
  readonly #options: ExecutorOnEngine;
  readonly #data = new Map<string, { containerId: string | null; data: ChainDataInput; readAt: number }>();

  constructor(options: ExecutorOnEngine) {
    this.#options = options;
  }

  /** Returns the orphans of nodes other than `desired`, in order of node id. Throws RuntimeError. */
  async find(desired: ReadonlySet<string>): Promise<Orphan[]> {
    const { client, executorId } = this.#options;
    const [containers, volumes] = await Promise.all([
      nodesWithContainers(client, executorId),
      nodesWithVolumes(client, executorId),
    ]);
    const orphans = new Map<string, Omit<Orphan, 'data'>>();
    for (const { nodeId, name } of volumes) orphans.set(nodeId, { nodeId, name, containerId: null });
    for (const { nodeId, name, containerId } of containers) orphans.set(nodeId, { nodeId, name, containerId });
    const found = [...orphans.values()]
      .filter(({ nodeId }) => !desired.has(nodeId))
      .toSorted((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
    for (const nodeId of this.#data.keys()) if (!orphans.has(nodeId) || desired.has(nodeId)) this.#data.delete(nodeId);
    const result: Orphan[] = [];
    for (const orphan of found) result.push({ ...orphan, data: await this.#dataOf(orphan) });
    return result;
  }

  async #dataOf({ nodeId, containerId }: Omit<Orphan, 'data'>): Promise<ChainDataInput | null> {
    const known = this.#data.get(nodeId);
    const isFresh = containerId === null || performance.now() - (known?.readAt ?? 0) < maxAgeMs;
    if (known !== undefined && known.containerId === containerId && isFresh) return known.data;
    try {
      const data = await this.#read(nodeId, containerId);
      if (data !== null) this.#data.set(nodeId, { containerId, data, readAt: performance.now() });
      return data;
    } catch (error) {
      // The orphan is listed without its data, which is read with the next scan of the host.
      if (error instanceof RuntimeError && error.fault !== 'unreachable') return null;
      throw error;
    }
  }

  async #read(nodeId: string, containerId: string | null): Promise<ChainDataInput | null> {
    const { client, database, settings } = this.#options;
    const volume = await volumeInUse(this.#options, nodeId);
    if (volume === undefined) return null;
    if (containerId !== null) return readChainData(client, containerId, volume);
    const image = await presentImage(client, database, settings.images);
    if (image === null) return null;
    const { dataRoot } = volume;
    return withDataReader(client, this.#options, { nodeId, image, dataRoot }, (reader) =>
      readChainData(client, reader, volume),
    );
  }
}
