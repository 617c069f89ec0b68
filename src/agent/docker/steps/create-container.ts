import { requireSpec } from '../daemon-start.ts';
import { createContainer as create } from '../engine/create-container.ts';
import type { StepKind } from '../step-kind.ts';

export const createContainer: StepKind<'create-container'> = {
  kind: 'create-container',
  action: () => 'create the container',
  done: () => 'Created the container',
  event: 'node.container-created',
  effect: 'create',
  apply: async (_, run) => create(run.client, { ...run.snapshot, ...requireSpec(run.snapshot) }, run),
  isDone: (_, { containers, specHash }) => containers.some((container) => container.specHash === specHash),
  finish: (_, _result, { snapshot }) => ({ change: { applied: snapshot.spec, lastExit: null, exit: null } }),
};
