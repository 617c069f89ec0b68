import { removeDataReaders } from '../engine/data-reader.ts';
import { findVolumes } from '../engine/volumes.ts';
import type { StepKind } from '../step-kind.ts';
import { removeDirectory, removeVolumeData } from './remove-volume-data.ts';

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
