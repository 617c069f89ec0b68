import { requireSpec } from '../daemon-start.ts';
import { inspectContainer } from '../engine/containers.ts';
import { createContainer as create } from '../engine/create-container.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { StepKind } from '../step-kind.ts';

/** Creates the container of the desired specification, without starting it. */
export const createContainer: StepKind<'create-container', unknown, ObservedContainer | null> = {
  kind: 'create-container',
  texts: () => ['create the container', 'Created the container'],
  event: 'node.container_created',
  effect: 'create',
  async apply(_, run) {
    const { stopTimeoutSeconds } = run.settings;
    const request = { ...run.snapshot, ...requireSpec(run.snapshot), stopTimeoutSeconds };
    return inspectContainer(run.client, await create(run.client, request, run));
  },
  isDone: (_, { containers, specHash }) => containers.some((container) => container.specHash === specHash),
  finish: (_, workload, { snapshot: { spec, observed } }) => ({
    change: { applied: spec, lastExit: null, exit: null, provenHash: undefined },
    observed: workload ? { ...observed, workload, containers: [...observed.containers, workload] } : undefined,
  }),
};
