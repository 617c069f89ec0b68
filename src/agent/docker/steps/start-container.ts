import { hasStarted, startedRecord, writeNodeConfig } from '../daemon-start.ts';
import { startContainer as start } from '../engine/containers.ts';
import type { StepKind } from '../step-kind.ts';

/** `was` is the start of the previous run. */
export const startContainer: StepKind<'start-container', { containerId: string; was: string | null }> = {
  kind: 'start-container',
  action: () => 'start the daemon',
  done: () => 'Started the daemon',
  event: 'node.started',
  effect: 'start',
  async apply({ containerId }, run) {
    await writeNodeConfig(containerId, run);
    await start(run.client, containerId);
  },
  isDone: ({ was }, { container }) => hasStarted(container, was),
  finish(_, _result, { snapshot: { desired, operations } }) {
    const { seed } = operations;
    const seeded = seed?.stage === 'verified' ? { operations: { seed: { ...seed, stage: 'succeeded' as const } } } : {};
    return { change: { ...startedRecord(desired), ...seeded } };
  },
};
