import { unpauseContainer as unpause } from '../engine/containers.ts';
import type { StepKind } from '../step-kind.ts';

/** Unpauses the container: a paused process cannot handle SIGTERM. */
export const unpauseContainer: StepKind<'unpause-container', { containerId: string }> = {
  kind: 'unpause-container',
  texts: () => ['unpause the container', 'Unpaused the container'],
  event: 'node.unpaused',
  apply: ({ containerId }, { client }) => unpause(client, containerId),
  isDone: (_, { container }) => container !== undefined && container.status !== 'paused',
};
