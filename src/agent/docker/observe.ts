import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFormat } from '../../bitcoin/data-format.ts';
import type { Observation } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import { findContainers } from './engine/containers.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { objectName } from './engine/labels.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { observeVolume } from './engine/volumes.ts';
import type { ResolvedImage } from './image-pins.ts';
import type { SeedObservation } from './seed/plan-seed.ts';

/** What the engine says of one node, read for every decision. */
export interface ObservedNode extends Observation {
  workload: ObservedContainer | undefined;
  containers: readonly ObservedContainer[];
  /** Names of running foreign containers that mount the node's volume. */
  foreignWriters: readonly string[];
  /** The node's directory under `data_root`, where no volume points to it: someone removed only the volume. */
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

/** Throws RuntimeError. */
export async function observeEngine(
  { client, executorId, dataRoot }: { client: EngineClient; executorId: string; dataRoot: string | undefined },
  nodeId: string,
): Promise<Omit<ObservedNode, 'image' | 'dataFormat' | 'wallets'>> {
  const [{ ours, foreignWriters, imposters }, volume] = await Promise.all([
    findContainers(client, executorId, nodeId),
    observeVolume(client, executorId, nodeId),
  ]);
  const { data } = volume;
  const directory = dataRoot === undefined ? null : join(dataRoot, nodeId);
  const leftoverDataDir = data === 'absent' && directory !== null && existsSync(directory) ? directory : null;
  const workload = mainContainer(ours, null);
  return { workload, containers: ours, ...volume, foreignWriters, imposters, leftoverDataDir };
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
