import type { StoredRotation } from '../../tables/rpc-credentials.ts';
import type { RolloutState } from '../engine/rollout-kind.ts';

export interface RotatedNode {
  id: string;
  name: string;
  /** Whether it was given the pairs of this stage. */
  hasPairs: boolean;
  /** Why it has no daemon to restart now; null if it has one. */
  idle: string | null;
  /** Whether it waits in another rollout, or is being changed by it. */
  isBusy: boolean;
}

export interface RotationRollout {
  state: RolloutState;
  reason: string | null;
}

export type RotationDecision =
  | { kind: 'wait' }
  | { kind: 'stop'; reason: string }
  /** The rollout was resumed. */
  | { kind: 'continue' }
  /** The rollout has ended: its members count as done. */
  | { kind: 'count' }
  /** Give these nodes, none of which runs, the pairs of this stage. */
  | { kind: 'give'; nodes: readonly RotatedNode[] }
  /** Start a rollout that gives these nodes the pairs. */
  | { kind: 'roll-out'; nodes: readonly RotatedNode[] }
  | { kind: 'next-stage' };

export const whenCancelled = 'Its rollout was cancelled.';

/** Returns why a rotation with this rollout stopped; null while it continues. */
export function whyStopped({ state, reason }: RotationRollout): string | null {
  if (state === 'stopped') return reason ?? 'A node failed.';
  return state === 'cancelled' ? whenCancelled : null;
}

type Rotation = Pick<StoredRotation, 'stage' | 'stopped' | 'formerExpiresAt'>;

/**
 * Decides the next step of a rotation. A stage ends once every node of the organization was given its pairs, so that nodes
 * created meanwhile, and those left over by a cancelled rollout, are part of it. `rollout`: that of the stage, or null
 * between two. `nodes`: those of the organization that are not being deleted, in order.
 */
export function decideRotation(
  { stage, stopped, formerExpiresAt }: Rotation,
  rollout: RotationRollout | null,
  nodes: readonly RotatedNode[],
  now: number,
): RotationDecision {
  if (stage === 'done') return { kind: 'wait' };
  if (stage === 'both_valid')
    return formerExpiresAt !== null && now < Date.parse(formerExpiresAt) ? { kind: 'wait' } : { kind: 'next-stage' };
  if (rollout !== null) return followRollout(rollout, stopped);
  if (stopped !== null) return { kind: 'wait' };
  const remaining = nodes.filter((node) => !node.hasPairs);
  const idle = remaining.filter((node) => node.idle !== null);
  if (idle.length > 0) return { kind: 'give', nodes: idle };
  const free = remaining.filter(({ isBusy }) => !isBusy);
  if (free.length > 0) return { kind: 'roll-out', nodes: free };
  return remaining.length > 0 ? { kind: 'wait' } : { kind: 'next-stage' };
}

/** Whether the next step depends on the nodes, which are many. */
export const dependsOnNodes = ({ stage, stopped }: Rotation, rollout: RotationRollout | null): boolean =>
  (stage === 'adding' || stage === 'ending') && rollout === null && stopped === null;

function followRollout(rollout: RotationRollout, stopped: string | null): RotationDecision {
  if (rollout.state === 'finished') return { kind: 'count' };
  const reason = whyStopped(rollout);
  if (reason === stopped) return { kind: 'wait' };
  return reason === null ? { kind: 'continue' } : { kind: 'stop', reason };
}
