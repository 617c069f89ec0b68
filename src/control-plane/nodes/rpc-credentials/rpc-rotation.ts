import type { StoredRotation } from '../../tables/rpc-credentials.ts';

export interface RotatedNode {
  id: string;
  name: string;
  /** Whether it has the pairs of this stage. */
  isMoved: boolean;
  /** Why it has no daemon to restart now; null if it has one. */
  offReason: string | null;
  /** Whether its daemon answers at the desired revision. */
  isBack: boolean;
  /** Why it fails; null if it does not. */
  failure: string | null;
}

export type RotationDecision =
  | { kind: 'wait' }
  /** The restarted node is done, or gone. */
  | { kind: 'release'; skipped: string | null; counts: boolean }
  /** Give these nodes, none of which runs, the pairs of this stage. */
  | { kind: 'move-idle'; nodes: readonly RotatedNode[] }
  /** Give this node the pairs, and wait until it is back. */
  | { kind: 'move'; node: RotatedNode }
  | { kind: 'stop'; reason: string }
  | { kind: 'next-stage' };

/** Maximum time of a node's restart. Loading the block index takes minutes on mainnet. */
export const maxRestartMinutes = 60;

/** Decides the next step of a rotation. `nodes` are those of the organization that are not being deleted, in order. */
export function decideRotation(rotation: StoredRotation, nodes: readonly RotatedNode[], now: number): RotationDecision {
  const { stage, stopped, formerExpiresAt, current } = rotation;
  if (stopped !== null || stage === 'done') return { kind: 'wait' };
  if (stage === 'both_valid')
    return formerExpiresAt !== null && now < Date.parse(formerExpiresAt) ? { kind: 'wait' } : { kind: 'next-stage' };
  const restarted = nodes.find(({ id }) => id === current?.id);
  if (current !== null) return judgeCurrent(current.since, restarted, now);
  const remaining = nodes.filter(({ isMoved }) => !isMoved);
  const idle = remaining.filter(({ offReason, failure }) => offReason !== null || failure !== null);
  if (idle.length > 0) return { kind: 'move-idle', nodes: idle };
  const [node] = remaining;
  return node === undefined ? { kind: 'next-stage' } : { kind: 'move', node };
}

function judgeCurrent(since: string, node: RotatedNode | undefined, now: number): RotationDecision {
  if (node === undefined) return { kind: 'release', skipped: null, counts: false };
  if (node.isBack) return { kind: 'release', skipped: null, counts: true };
  if (node.offReason !== null) return { kind: 'release', skipped: node.offReason, counts: false };
  if (node.failure !== null) return { kind: 'stop', reason: `${node.name} fails after its restart: ${node.failure}` };
  return now - Date.parse(since) > maxRestartMinutes * 60_000
    ? { kind: 'stop', reason: `${node.name} is not back after ${maxRestartMinutes} minutes` }
    : { kind: 'wait' };
}
