import { desiredOperation } from '../../desired/desired-entry.ts';
import { removeDataReaders } from '../engine/data-reader.ts';
import type { StepKind } from '../step-kind.ts';
import { type Moving, moveAt } from './move-step.ts';
import { removeVolumeData } from './remove-volume-data.ts';

/** Removes the unused one of two copies of a node's data. */
export const removeCopy: StepKind<'remove-copy', Moving & { dataRoot: string }> = {
  kind: 'remove-copy',
  operationOf: ({ move }) => move.id,
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
