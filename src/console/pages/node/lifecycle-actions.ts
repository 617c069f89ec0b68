import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import type { ShownNode } from './shown-node.ts';

export function lifecycleActions({
  desiredState,
  status,
}: Pick<ShownNode, 'desiredState'> & { status: Pick<ShownNode['status'], 'phase'> }): readonly NodeLifecycleAction[] {
  if (desiredState === 'deleted' || status.phase === 'deleted') return [];
  return desiredState === 'stopped' ? ['start'] : ['restart', 'stop'];
}

export const lifecycleConsequence = {
  restart: 'The node shuts down cleanly, which can take minutes, then starts again. Clients lose their connection.',
  stop: 'The node shuts down cleanly, which can take minutes. Clients lose their connection. The chain data is kept.',
} as const;
