import type { NodeVolume } from '../engine/volumes.ts';
import { makeDataVolume } from '../make-volume.ts';
import type { StepKind } from '../step-kind.ts';

/** Creates the volume of the chain data in the node's data root. */
export const createVolume: StepKind<'create-volume', unknown, NodeVolume> = {
  kind: 'create-volume',
  texts: () => ['create the volume', 'Created the volume'],
  event: 'node.volume_created',
  apply: (_, run) => makeDataVolume(run.snapshot.desired, run.snapshot.observed.dataRoot, run),
  isDone: (_, { data }) => data === 'present',
  finish: (_, volume, { snapshot: { observed } }) => ({
    change: { volumeMade: true, volumeLostAt: null },
    observed: volume && {
      ...observed,
      ...{ data: 'present', directory: volume.directory, leftoverDataDir: null },
      volumes: [...observed.volumes, volume],
    },
  }),
};
