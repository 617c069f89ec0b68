import { rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { removeDataReaders } from '../engine/data-reader.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { findVolumes, type NodeVolume, removeVolume } from '../engine/volumes.ts';
import { requireVisible } from '../make-volume.ts';
import type { StepKind } from '../step-kind.ts';

/** Removes all data of a node marked for deletion by the control plane. */
export const removeData: StepKind<'remove-data'> = {
  kind: 'remove-data',
  action: () => 'remove the chain data',
  done: () => 'Removed the chain data',
  event: 'node.data-removed',
  async apply(_, run) {
    const { client, executorId } = run;
    const { desired, observed } = run.snapshot;
    await removeDataReaders(client, run, desired.id);
    if (observed.leftoverDataDir !== null) await removeDirectory(desired.id, observed.leftoverDataDir);
    const { ours } = await findVolumes(client, executorId, desired.id);
    for (const volume of ours) await removeVolumeData(desired.id, volume, run);
  },
  isDone: (_, { volumes, leftoverDataDir }) => volumes.length === 0 && leftoverDataDir === null,
  finish: () => ({ change: { volumeMade: false } }),
};

/**
 * Empties the operator's directory first and removes the volume last, so that an interrupted removal is repeated.
 * Throws RuntimeError.
 */
export async function removeVolumeData(
  nodeId: string,
  { directory, dataRoot }: Pick<NodeVolume, 'directory' | 'dataRoot'>,
  { client }: { client: EngineClient },
): Promise<void> {
  if (directory !== null) await removeDirectory(nodeId, directory);
  await removeVolume(client, nodeId, dataRoot);
}

async function removeDirectory(nodeId: string, directory: string): Promise<void> {
  if (!isAbsolute(directory) || basename(directory) !== nodeId) {
    throw new RuntimeError(
      'refused',
      `the node’s volume is at ${directory}, which the agent did not create; remove it manually`,
    );
  }
  requireVisible(dirname(directory));
  await rm(directory, { recursive: true, force: true });
}
