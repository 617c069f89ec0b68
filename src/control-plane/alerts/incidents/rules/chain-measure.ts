import { byWork } from '../../../../bitcoin/chain-work.ts';
import type { DaemonBranch } from '../../../../contract/types.generated.ts';
import type { Tip } from '../../../tables/incidents.ts';
import type { ChainNode } from './chain-evidence.ts';

// Which branch leads: the one with the most work, as daemons choose it. A branch of easier blocks can have more of them and
// less work: on testnet4, on a custom signet, and after a fork with another proof of work.

export interface Measure {
  /** `height` where the work of a node is unknown: one order must hold for all. */
  by: 'work' | 'height';
  /** Nodes that answer and whose work is unknown. */
  unknown: readonly ChainNode[];
  /** Orders tips: the leading one comes first, 0 for a tie. */
  compare(a: Tip, b: Tip): number;
}

export function measureOf(nodes: readonly ChainNode[]): Measure {
  const unknown = nodes.filter(({ isLive, tip }) => isLive && tip.work == null);
  return unknown.length === 0
    ? { by: 'work', unknown, compare: compareWork }
    : { by: 'height', unknown, compare: byHeight };
}

const byHeight = (a: Tip, b: Tip): number => b.height - a.height;

/** Where work is unknown, of a node that does not answer or of a reported branch, height decides. */
const compareWork = (a: Tip, b: Tip): number =>
  a.work == null || b.work == null ? byHeight(a, b) : byWork(a.work, b.work);

/** Orders the nodes of one chain by reach: those that answer first, then by their tips. */
export function byReach(a: ChainNode, b: ChainNode, measure: Measure): number {
  const ofTips = measure.by === 'height' ? 0 : byWork(a.tip.work ?? null, b.tip.work ?? null);
  return Number(b.isLive) - Number(a.isLive) || ofTips || byHeight(a.tip, b.tip) || (a.id < b.id ? -1 : 1);
}

export const reportedTip = ({ height, hash, chainWork }: DaemonBranch): Tip => ({
  height,
  hash,
  work: chainWork ?? null,
});

/** Adds the work that other nodes report for the same block: agents of earlier releases report none. */
export function withKnownWork(nodes: readonly ChainNode[]): ChainNode[] {
  const works = new Map<string, string>();
  for (const { tip, tips, branches } of nodes)
    for (const { hash, work } of [...branches.map(reportedTip), ...tips, tip]) if (work != null) works.set(hash, work);
  return nodes.map((node) => ({
    ...node,
    tip: { ...node.tip, work: node.tip.work ?? works.get(node.tip.hash) ?? null },
  }));
}
