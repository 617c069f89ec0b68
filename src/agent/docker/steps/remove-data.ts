import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute } from 'node:path';
import { ConfinedFolder, UnsafeEntry } from '../../../storage/confined/confined-folder.ts';
import { removeTree } from '../../../storage/confined/remove-tree.ts';
import { desiredOperation } from '../../desired/desired-entry.ts';
import { refused } from '../../runtime/runtime-error.ts';
import { removeDataReaders } from '../engine/data-reader.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { findVolumes, type NodeVolume, removeVolume } from '../engine/volumes.ts';
import { requireVisible } from '../make-volume.ts';
import type { StepKind } from '../step-kind.ts';
import { type Moving, moveAt } from './move-step.ts';

/** Removes all data of a node marked for deletion by the control plane. */
export const removeData: StepKind<'remove-data'> = {
  kind: 'remove-data',
  texts: () => ['remove the chain data', 'Removed the chain data'],
  event: 'node.data_removed',
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

/** Removes the unused one of two copies of a node's data. */
export const removeCopy: StepKind<'remove-copy', Moving & { dataRoot: string }> = {
  kind: 'remove-copy',
  texts: ({ dataRoot }) => ['remove the unused copy', `Removed the unused copy in ${dataRoot}`],
  event: 'node.move_cleaned_up',
  async apply({ dataRoot }, run) {
    const { desired, observed } = run.snapshot;
    const isMounted = observed.containers.some((container) => container.dataRoot === dataRoot);
    if (isMounted || (dataRoot === observed.dataRoot && desired.desiredState !== 'deleted'))
      throw new Error(`the data of node ${desired.id} in ${dataRoot} is in use`);
    await removeDataReaders(run.client, run, desired.id);
    const copy = observed.volumes.find((volume) => volume.dataRoot === dataRoot);
    if (copy !== undefined) await removeVolumeData(desired.id, copy, run);
  },
  isDone: ({ dataRoot }, { volumes }) => volumes.every((volume) => volume.dataRoot !== dataRoot),
  finish({ move, dataRoot }, _, { snapshot }) {
    const { id, from, to } = move;
    const undone = desiredOperation(snapshot.desired, 'move')?.id === id ? 'failed' : 'cancelled';
    return {
      change: { operations: { move: moveAt(move, snapshot, dataRoot === from ? 'succeeded' : undone) } },
      event: { data: { from, to } },
    };
  },
};

/** Empties the operator's directory first and removes the volume last, so that an interrupted removal is repeated. */
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
    throw refused(`the node’s volume is at ${directory}, which the agent did not create; remove it manually`);
  }
  requireVisible(dirname(directory));
  await using root = await ConfinedFolder.openRoot(await realpath(dirname(directory)));
  await removeTree(root, nodeId).catch((error: unknown) => {
    throw error instanceof UnsafeEntry ? refused(`cannot remove the data: ${error.message}`, { cause: error }) : error;
  });
}
