import type { DesiredState } from '../../contract/types.generated.ts';
import type { Drain } from '../tables/executors.ts';

/**
 * What an executor is told that a node must be. A drain stops what shall run; what people ask of the node stays as it is, and counts again
 * when the drain ends.
 */
export const deliveredState = (desiredState: DesiredState, drain: Drain | null): DesiredState =>
  drain !== null && desiredState === 'running' ? 'stopped' : desiredState;
