import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { containersAround } from './engine/containers.ts';
import type { DockerClient } from './engine/engine-client.ts';
import { objectName } from './engine/labels.ts';
import { isUp, type ObservedContainer } from './engine/observed-container.ts';
import { type VolumeState, volumeOf } from './engine/volumes.ts';

/** What the engine says of one node, read anew for every decision. */
export interface ObservedNode {
  containers: readonly ObservedContainer[];
  volume: VolumeState;
  /** Running containers of others that mount the node's volume, by name. */
  strangers: readonly string[];
  /** Containers of others that carry the node's labels or its container's name, by name. */
  lookalikes: readonly string[];
  /** The node's directory under `data_root`, where no volume names it: someone removed only the volume. */
  leftover: string | null;
}

/** Throws EngineError. */
export async function observeNode(
  { client, executorId, dataRoot }: { client: DockerClient; executorId: string; dataRoot: string | undefined },
  nodeId: string,
): Promise<ObservedNode> {
  const [{ own, strangers, lookalikes }, volume] = await Promise.all([
    containersAround(client, executorId, nodeId),
    volumeOf(client, executorId, nodeId),
  ]);
  const directory = dataRoot === undefined ? null : join(dataRoot, nodeId);
  const leftover = volume === 'absent' && directory !== null && existsSync(directory) ? directory : null;
  return { containers: own, volume, strangers, lookalikes, leftover };
}

/** The container that counts, should there be several: the one with the node's name, else one that is up, else the wanted one. */
export function mainContainer(observed: ObservedNode, wantedHash: string | null): ObservedContainer | undefined {
  const rank = (one: ObservedContainer): number =>
    (one.specHash === wantedHash ? 0 : 1) + (isUp(one) ? 0 : 2) + (one.name === objectName(one.nodeId) ? 0 : 4);
  return observed.containers.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Names one run of a container: another start gives another name. */
export const runOf = (container: ObservedContainer): string => `${container.id}@${container.startedAt}`;
