import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFormat } from '../../bitcoin/data-format.ts';
import type { Observation } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import { type DataRoots, dataRootPath, isUnopenedCopy, rootInUse } from './data-roots.ts';
import { findContainers } from './engine/containers.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { objectName } from './engine/labels.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { findVolumes, type NodeVolume } from './engine/volumes.ts';
import type { ResolvedImage } from './image-pins.ts';

/** What is true of the data that a node is to be seeded with. */
export interface SeedObservation {
  /** Whether the data of the source is on this host, and whether a daemon may have it open. */
  source: 'absent' | 'up' | 'down';
  /** Whether the node's own data is complete: the copy ends with its marker. */
  isComplete: boolean;
}

/** What the engine says of one node, read for every decision. */
export interface ObservedNode extends Observation {
  workload: ObservedContainer | undefined;
  containers: readonly ObservedContainer[];
  /** Names of running foreign containers that mount the node's volume. */
  foreignWriters: readonly string[];
  /** The data root that its data is used from, or begins in. `data` and `directory` are those of it. */
  dataRoot: string;
  /** All volumes of the node: during a move to another data root, two. */
  volumes: readonly NodeVolume[];
  /** Data roots that hold its data each, where nothing says which of them was used last; else empty. */
  rivals: readonly string[];
  /** The node's directory under its data root, where no volume points to it: someone removed only the volume. */
  leftoverDataDir: string | null;
  image: ResolvedImage;
  /** What is true of the data that it is to be a copy of; null where that does not matter. */
  seed?: SeedObservation | null;
  /** What the chain data is; null where that does not matter or cannot be read yet. */
  dataFormat: DataFormat | null;
  /**
   * The wallets in data that is to be removed: null where nothing is to be removed, `unseen` where the agent does not see its directory,
   * `unknown` where they cannot be read.
   */
  wallets: readonly string[] | 'unseen' | 'unknown' | null;
}

export interface Engine {
  client: EngineClient;
  executorId: string;
  roots: DataRoots;
}

/** `recorded` is the data root that the agent knows of, `asked` the one in which a new node's data begins. Throws RuntimeError. */
export async function observeEngine(
  { client, executorId, roots }: Engine,
  nodeId: string,
  { recorded, asked }: { recorded?: string | undefined; asked?: string | null } = {},
): Promise<Omit<ObservedNode, 'image' | 'dataFormat' | 'wallets'>> {
  const [{ ours, foreignWriters, imposters }, { ours: volumes, foreign }] = await Promise.all([
    findContainers(client, executorId, nodeId),
    findVolumes(client, executorId, nodeId),
  ]);
  const workload = mainContainer(ours, null);
  const mounted = workload?.dataRoot;
  const { dataRoot, rivals } = rootInUse({ recorded, mounted, asked, volumes, isUnopened: isUnopenedCopy });
  const volume = volumes.find((candidate) => candidate.dataRoot === dataRoot);
  const data = volume !== undefined ? 'present' : foreign.includes(dataRoot) ? 'foreign' : 'absent';
  const root = dataRootPath(roots, dataRoot);
  const leftover = data === 'absent' && root ? join(root, nodeId) : null;
  return {
    ...{ workload, containers: ours, foreignWriters, imposters, dataRoot, volumes, rivals, data },
    directory: volume?.directory ?? null,
    leftoverDataDir: leftover !== null && existsSync(leftover) ? leftover : null,
  };
}

/** The container that counts, should there be several: the one with the node's name, else one that is up, else one with this hash. */
export function mainContainer(
  containers: readonly ObservedContainer[],
  specHash: string | null,
): ObservedContainer | undefined {
  const rank = (container: ObservedContainer): number =>
    (container.specHash === specHash ? 0 : 1) +
    (isUp(container) ? 0 : 2) +
    (container.name === objectName(container.nodeId) ? 0 : 4);
  return containers.toSorted((a, b) => rank(a) - rank(b))[0];
}
