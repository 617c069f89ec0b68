import { hasStarted, startedRecord, writeNodeConfig } from '../daemon-start.ts';
import * as engine from '../engine/containers.ts';
import type { Found, StepKind } from '../step-kind.ts';

/** Writes the daemon's configuration and starts its container. `was` is the start of the previous run. */
export const startContainer: StepKind<
  'start-container',
  { containerId: string; was: string | null },
  Found | undefined
> = {
  kind: 'start-container',
  texts: () => ['start the daemon', 'Started the daemon'],
  event: 'node.started',
  effect: 'start',
  async apply({ containerId }, run) {
    const found = await writeNodeConfig(containerId, run);
    const { containers } = run.snapshot.observed;
    const stopped = containers.find(({ id }) => id === containerId)?.restartPolicy === engine.restartPolicies.stopped;
    const policy = stopped ? await engine.runningPolicy(run.client) : null;
    if (policy === engine.restartPolicies.running) await engine.setRestartPolicy(run.client, containerId, policy);
    await engine.startContainer(run.client, containerId);
    return found;
  },
  isDone: ({ was }, { container }) => hasStarted(container, was),
  finish(_, found, { snapshot }) {
    const { seed } = snapshot.operations;
    const seeded = seed?.stage === 'verified' ? { operations: { seed: { ...seed, stage: 'succeeded' as const } } } : {};
    const event = found === undefined ? {} : { level: 'warning' as const };
    return { change: { ...startedRecord(snapshot), ...seeded }, event, found };
  },
};
