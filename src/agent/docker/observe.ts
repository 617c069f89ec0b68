import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFormat } from '../../bitcoin/data-format.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { AgentRpc, ChainTip, OperationRecords, Repair } from '../runtime/node-record.ts';
import type { NodeSnapshot, Observation } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import type { WorkloadSpec } from '../runtime/workload-spec.ts';
import { dataRootPath, isUnopenedCopy, rootInUse } from './data-roots.ts';
import { findContainers } from './engine/containers.ts';
import { engineInfo, nodeNetworkMadeAt, volumesFolder } from './engine/engine-info.ts';
import { objectName } from './engine/labels.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { findVolumes, type NodeVolume } from './engine/volumes.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import type { ResolvedImage } from './image-pins.ts';

export interface SeedObservation {
  /** Whether the source's data is on this host, and whether a daemon may have it open. */
  source: 'absent' | 'up' | 'down';
  /** Whether the node's own data is complete: the marker is copied last. */
  isComplete: boolean;
}

/** The engine's objects of one node, read for every decision. */
export interface ObservedNode extends Observation {
  workload: ObservedContainer | undefined;
  containers: readonly ObservedContainer[];
  /** Names of running foreign containers that mount the node's volume. */
  foreignWriters: readonly string[];
  /** The data root in use, or for new data. `data` and `directory` refer to it. */
  dataRoot: string;
  /** All volumes of the node: two during a move to another data root. */
  volumes: readonly NodeVolume[];
  /** Data roots that each contain its data, if the last used one is unknown; else empty. */
  rivals: readonly string[];
  /** Where the engine keeps volumes, if the data is absent. */
  volumesFolder?: string | null;
  /** When the engine made the network of its containers, if the container lacks ports; null without that network. */
  networkMadeAt?: number | null;
  /** The node's directory under its data root without a volume: someone removed only the volume. */
  leftoverDataDir: string | null;
  image: ResolvedImage;
  /** The state of its seed; null if irrelevant. */
  seed?: SeedObservation | null;
  /** The format of the chain data; null if irrelevant or not readable yet. */
  dataFormat: DataFormat | null;
  /** The owner of chain data that a daemon is about to use, as `UID:GID`; null for new data, undefined if not read. */
  dataOwner?: string | null | undefined;
  /** The wallets in data to be removed, or null; `unseen`: the directory is not visible; `unknown`: not readable. */
  wallets: readonly string[] | 'unseen' | 'unknown' | null;
}

export interface DockerSnapshot extends NodeSnapshot {
  workload: ObservedContainer | undefined;
  observed: ObservedNode;
  /** The desired spec of the container; null while unknown. */
  spec: WorkloadSpec | null;
  agentRpc: AgentRpc | null;
  /** The chain tip last reported by the daemon. */
  tip: ChainTip | null;
  operations: OperationRecords;
  repairs: readonly Repair[];
  /** The wallets that the daemon had loaded when last seen, which its next start loads again; null if unknown. */
  loadedWallets: readonly string[] | null;
}

export async function observeEngine(
  { client, database, executorId, settings }: ExecutorOnEngine,
  { id: nodeId, dataRoot: asked }: Pick<DesiredNode, 'id' | 'dataRoot'>,
): Promise<Omit<ObservedNode, 'image' | 'dataFormat' | 'dataOwner' | 'wallets'>> {
  const [{ ours, foreignWriters, imposters }, { ours: volumes, foreign }] = await Promise.all([
    findContainers(client, executorId, nodeId),
    findVolumes(client, executorId, nodeId),
  ]);
  const workload = mainContainer(ours, null);
  const mounted = workload?.dataRoot;
  const recorded = loadNodeRecord(database, nodeId)?.dataRoot;
  const { dataRoot, rivals } = rootInUse({ recorded, mounted, asked, volumes, isUnopened: isUnopenedCopy });
  const volume = volumes.find((candidate) => candidate.dataRoot === dataRoot);
  const data = volume !== undefined ? 'present' : foreign.includes(dataRoot) ? 'foreign' : 'absent';
  const root = dataRootPath(settings, dataRoot);
  const leftover = data === 'absent' && root ? join(root, nodeId) : null;
  return {
    workload,
    containers: ours,
    foreignWriters,
    imposters,
    dataRoot,
    volumes,
    rivals,
    data,
    directory: volume?.directory ?? null,
    dataPath: volume !== undefined && volume.directory === null ? volume.path : null,
    volumesFolder: data === 'absent' ? await volumesFolder(client, await engineInfo(client)) : null,
    leftoverDataDir: leftover !== null && existsSync(leftover) ? leftover : null,
    ...(workload?.lacksPorts ? { networkMadeAt: await nodeNetworkMadeAt(client) } : {}),
  };
}

/** The container that counts of several: the one with the node's name, else one that is up, else one with this hash. */
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
