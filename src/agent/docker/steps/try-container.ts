import { requireSpec } from '../daemon-start.ts';
import { proveContainer } from '../engine/create-container.ts';
import { readerLabels, removeDataReaders } from '../engine/data-reader.ts';
import type { StepKind } from '../step-kind.ts';

/**
 * Creates and removes a container like the next one while the current one still runs: an engine that refuses the next
 * container must cost the node nothing.
 */
export const tryContainer: StepKind<'try-container'> = {
  kind: 'try-container',
  texts: () => ['check that the engine creates the container', 'Checked that the engine creates the container'],
  event: null,
  effect: 'create',
  async apply(_, run) {
    const { client, executorId, instanceId, snapshot } = run;
    const { id } = snapshot.desired;
    await removeDataReaders(client, { executorId, instanceId }, id);
    const request = { ...snapshot, ...requireSpec(snapshot), stopTimeoutSeconds: run.settings.stopTimeoutSeconds };
    await proveContainer(client, request, readerLabels({ executorId, instanceId }, id));
  },
  finish: (_, __, { snapshot: { specHash, observed } }) => ({
    change: { provenHash: specHash ?? undefined },
    observed,
  }),
};
