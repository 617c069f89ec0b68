import type { StoredRotation } from '../../tables/rpc-credentials.ts';

export interface RotatedNode {
  id: string;
  name: string;
  /** Whether it is asked for the pairs of this stage. */
  isMoved: boolean;
  /** Why it runs no daemon that could be restarted now; null where it runs one. */
  offReason: string | null;
  /** Whether its daemon answers at the revision that is asked for. */
  isBack: boolean;
  /** Why it fails; null where it does not. */
  failure: string | null;
}

export type RotationDecision =
  | { kind: 'wait' }
  /** The node that was restarted is done with, or is no longer there. */
  | { kind: 'release'; skipped: string | null; counts: boolean }
  /** Ask these nodes, none of which runs, for the pairs of this stage. */
  | { kind: 'move-idle'; nodes: readonly RotatedNode[] }
  /** Ask this node, and wait until it is back. */
  | { kind: 'move'; node: RotatedNode }
  | { kind: 'stop'; reason: string }
  | { kind: 'next-stage' };

/** How long a node may take to be back. It loads its block index first, which takes minutes on mainnet. */
export const maxRestartMinutes = 60;

/** Decides what a rotation does next. `nodes` are those of the organization that are not being deleted, in order. Pure. */
export function decideRotation(rotation: StoredRotation, nodes: readonly RotatedNode[], now: number): RotationDecision {
  const { stage, stopped, formerValidUntil, current } = rotation;
  if (stopped !== null || stage === 'done') return { kind: 'wait' };
  if (stage === 'both_valid') {
    return formerValidUntil !== null && now < Date.parse(formerValidUntil) ? { kind: 'wait' } : { kind: 'next-stage' };
  }
  if (current !== null)
    return judgeCurrent(
      current,
      nodes.find(({ id }) => id === current.id),
      now,
    );
  const remaining = nodes.filter(({ isMoved }) => !isMoved);
  const idle = remaining.filter(({ offReason, failure }) => offReason !== null || failure !== null);
  if (idle.length > 0) return { kind: 'move-idle', nodes: idle };
  const [node] = remaining;
  return node === undefined ? { kind: 'next-stage' } : { kind: 'move', node };
}

function judgeCurrent(
  { since }: NonNullable<StoredRotation['current']>,
  node: RotatedNode | undefined,
  now: number,
): RotationDecision {
  if (node === undefined) return { kind: 'release', skipped: null, counts: false };
  if (node.isBack) return { kind: 'release', skipped: null, counts: true };
  if (node.offReason !== null) return { kind: 'release', skipped: node.offReason, counts: false };
  if (node.failure !== null) return { kind: 'stop', reason: `${node.name} fails after its restart: ${node.failure}` };
  return now - Date.parse(since) > maxRestartMinutes * 60_000
    ? { kind: 'stop', reason: `${node.name} is not back after ${maxRestartMinutes} minutes` }
    : { kind: 'wait' };
}
