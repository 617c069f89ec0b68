import { rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { removeDataReaders } from './engine/data-reader.ts';
import { findVolumes, type NodeVolume, removeVolume } from './engine/volumes.ts';
import { requireVisible, type VolumeDeps } from './make-volume.ts';
import type { DockerSnapshot } from './snapshot.ts';

type Observed = Pick<DockerSnapshot, 'desired' | 'observed'>;

/** Removes all data of a node that the control plane named as deleted. Throws RuntimeError. */
export async function removeData({ desired, observed }: Observed, deps: VolumeDeps): Promise<void> {
  await removeDataReaders(deps.client, deps, desired.id);
  if (observed.leftoverDataDir !== null) await removeDirectory(desired.id, observed.leftoverDataDir);
  const { ours } = await findVolumes(deps.client, deps.executorId, desired.id);
  for (const volume of ours) await removeVolumeData(desired.id, volume, deps);
}

/** Removes one of two copies of a node's data: never the one that is used. Throws RuntimeError. */
export async function removeCopy({ desired, observed }: Observed, dataRoot: string, deps: VolumeDeps): Promise<void> {
  const isMounted = observed.containers.some((container) => container.dataRoot === dataRoot);
  if (isMounted || (dataRoot === observed.dataRoot && desired.desiredState !== 'deleted')) {
    throw new Error(`the data of node ${desired.id} in ${dataRoot} is in use`);
  }
  await removeDataReaders(deps.client, deps, desired.id);
  const copy = observed.volumes.find((volume) => volume.dataRoot === dataRoot);
  if (copy !== undefined) await removeVolumeData(desired.id, copy, deps);
}

/** Empties the operator's directory first and removes the volume last, so that an interrupted removal is repeated. Throws RuntimeError. */
export async function removeVolumeData(
  nodeId: string,
  { directory, dataRoot }: Pick<NodeVolume, 'directory' | 'dataRoot'>,
  { client }: Pick<VolumeDeps, 'client'>,
): Promise<void> {
  if (directory !== null) await removeDirectory(nodeId, directory);
  await removeVolume(client, nodeId, dataRoot);
}

async function removeDirectory(nodeId: string, directory: string): Promise<void> {
  if (!isAbsolute(directory) || basename(directory) !== nodeId) {
    throw new RuntimeError(
      'refused',
      `the volume of this node lies at ${directory}, which the agent did not create; remove it by hand`,
    );
  }
  requireVisible(dirname(directory));
  await rm(directory, { recursive: true, force: true });
}
