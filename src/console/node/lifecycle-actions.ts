import type { NodeLifecycleAction } from '../../contract/types.generated.ts';
import type { ShownNode } from './shown-node.ts';

/** Returns what a person may ask of a node now. Pure. */
export function lifecycleActions({
  desiredState,
  status,
}: Pick<ShownNode, 'desiredState'> & { status: Pick<ShownNode['status'], 'phase'> }): readonly NodeLifecycleAction[] {
  if (desiredState === 'deleted' || status.phase === 'deleted') return [];
  return desiredState === 'stopped' ? ['start'] : ['restart', 'stop'];
}
