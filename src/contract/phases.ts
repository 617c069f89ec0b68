import type { NodePhase } from './types.generated.ts';

/** Whether a node's daemon answers in a phase. */
export const isAnswering = (phase: NodePhase | null | undefined): boolean => phase === 'running' || phase === 'syncing';
