import { hasPeers } from '../../../../bitcoin/network.ts';
import type { ChainWatch, Tip } from '../../../tables/incidents.ts';
import type { NodeFacts, SampleFacts } from './facts.ts';

/** Enough to find a block that was the tip of two nodes, even if some were missed. */
const maxTips = 12;

/** Returns `before` itself if the sample contains nothing new. */
export function watchChain(before: ChainWatch | null, sample: SampleFacts): ChainWatch {
  const { bestBlockHash, height, headers } = sample;
  const at = sample.at.getTime();
  if (before === null) {
    return { bestBlockHash, tipSince: at, height, headers, progressSince: at, tips: [{ height, hash: bestBlockHash }] };
  }
  const isNewTip = before.bestBlockHash !== bestBlockHash;
  const progressed = isNewTip || before.height !== height || before.headers !== headers;
  if (!progressed) return before;
  return {
    bestBlockHash,
    height,
    headers,
    progressSince: at,
    tipSince: isNewTip ? at : before.tipSince,
    tips: isNewTip ? withTip(before.tips, { height, hash: bestBlockHash }) : before.tips,
  };
}

/** A tip at or below a recorded one replaces it: the node has left that branch. */
const withTip = (tips: readonly Tip[], tip: Tip): Tip[] =>
  [...tips.filter(({ height }) => height < tip.height), tip].slice(-maxTips);

/** A node compared with the other nodes of its network in its organization. */
export interface Comparison {
  /** The median height of the other nodes. */
  othersHeight: number;
  /** The highest block on which this node and another disagree. */
  dispute: { height: number; hash: string; othersHash: string } | null;
}

/** Compares nodes with the others on their chain. Leaves out a node that is alone. */
export function compareChains(nodes: readonly NodeFacts[]): Map<string, Comparison> {
  const following = nodes.filter(({ network, sample }) => hasPeers(network) && sample?.catchesUp === false);
  const chains = Map.groupBy(following, ({ organizationId, network, challenge }) =>
    JSON.stringify([organizationId, network, challenge]),
  );
  return new Map([...chains.values()].filter(({ length }) => length > 1).flatMap(compareWithinChain));
}

function compareWithinChain(nodes: readonly NodeFacts[]): [string, Comparison][] {
  const heights = nodes.map(({ sample }) => sample?.height ?? 0).toSorted((a, b) => a - b);
  const votes = countVotes(nodes);
  return nodes.map((node) => [
    node.id,
    { othersHeight: upperMedianWithout(heights, node.sample?.height ?? 0), dispute: disputeOf(tipsOf(node), votes) },
  ]);
}

const tipsOf = ({ watch }: NodeFacts): readonly Tip[] => watch?.tips ?? [];

/** Number of nodes by tip, per height. */
type Votes = Map<number, Map<string, number>>;

function countVotes(nodes: readonly NodeFacts[]): Votes {
  const votes: Votes = new Map();
  for (const { height, hash } of nodes.flatMap(tipsOf)) {
    const ofHeight = votes.get(height) ?? new Map<string, number>();
    votes.set(height, ofHeight.set(hash, (ofHeight.get(hash) ?? 0) + 1));
  }
  return votes;
}

/** Either of two equally supported branches may be right, so the nodes of both are reported. */
function disputeOf(tips: readonly Tip[], votes: Votes): Comparison['dispute'] {
  for (const { height, hash } of tips.toReversed()) {
    const ofHeight = [...(votes.get(height) ?? [])];
    const own = ofHeight.find(([voted]) => voted === hash)?.[1] ?? 0;
    const [others] = ofHeight.filter(([voted]) => voted !== hash).toSorted(([, a], [, b]) => b - a);
    if (others === undefined && own < 2) continue;
    return others === undefined || others[1] < own ? null : { height, hash, othersHash: others[0] };
  }
  return null;
}

function upperMedianWithout(heights: readonly number[], own: number): number {
  const others = heights.toSpliced(heights.indexOf(own), 1);
  return others[Math.floor(others.length / 2)] ?? own;
}
