import { RuntimeError } from '../../runtime/runtime-error.ts';
import { removeContainer as remove } from '../engine/containers.ts';
import { readDataMarker, writeMarker } from '../engine/volume-files.ts';
import type { StepKind, StepRun } from '../step-kind.ts';

/** Removes a container whose daemon is down. Its volume stays. */
export const removeContainer: StepKind<'remove-container', { containerId: string; cause: string | null }> = {
  kind: 'remove-container',
  texts: () => ['remove the container', 'Removed the container'],
  event: 'node.container_removed',
  async apply({ containerId }, run) {
    await describeKeptData(containerId, run);
    await remove(run.client, containerId);
  },
  isDone: (_, { container }) => container === undefined,
  finish: ({ cause }) => ({ change: { cause } }),
};

/** Stores the node's chain tip with data that is kept: it is known nowhere else once the node is gone. */
async function describeKeptData(containerId: string, { client, snapshot: { desired, tip } }: StepRun): Promise<void> {
  if (desired.desiredState !== 'deleted' || desired.dataPolicy !== 'keep' || tip === null) return;
  const marker = await readDataMarker(client, containerId);
  if (marker === null) return;
  await writeMarker(client, containerId, { ...marker, tip }).catch((error: unknown) => {
    // On a full disk, the deletion matters more than the recorded height.
    if (!(error instanceof RuntimeError) || error.fault === 'unreachable') throw error;
  });
}
