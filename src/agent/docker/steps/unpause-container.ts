import { unpauseContainer as unpause } from '../engine/containers.ts';
import type { StepKind } from '../step-kind.ts';

export const unpauseContainer: StepKind<'unpause-container', { containerId: string }> = {
  kind: 'unpause-container',
  action: () => 'unpause the container',
  done: () => 'Unpaused the container',
  event: 'node.unpaused',
  apply: ({ containerId }, { client }) => unpause(client, containerId),
  isDone: (_, { container }) => container !== undefined && container.status !== 'paused',
};
