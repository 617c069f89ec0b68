import { makeDataVolume } from '../make-volume.ts';
import type { StepKind } from '../step-kind.ts';

export const createVolume: StepKind<'create-volume'> = {
  kind: 'create-volume',
  action: () => 'create the volume',
  done: () => 'Created the volume',
  event: 'node.volume-created',
  async apply(_, run) {
    await makeDataVolume(run.snapshot.desired, run.snapshot.observed.dataRoot, run);
  },
  isDone: (_, { data }) => data === 'present',
  finish: () => ({ change: { volumeMade: true, volumeLostAt: null, seed: undefined } }),
};
