import { hasPeers } from '../../../../bitcoin/network.ts';
import type { ChainReading, ChainWatch, Tip } from '../../../tables/incidents.ts';
import type { NodeFacts, SampleFacts } from './facts.ts';

/** Enough to find a block that was the tip of two nodes, even if some were missed. */
const maxTips = 12;

/** Agents sample at least every half minute. */
const freshForMs = 5 * 60_000;

export const isFresh = ({ at }: SampleFacts, now: Date): boolean => now.getTime() - at.getTime() <= freshForMs;

/** Returns `before` itself if the sample contains nothing new. */
export function watchChain(before: ChainWatch | null, sample: SampleFacts): ChainWatch {
  const { bestBlockHash, height, headers, chainWork } = sample;
  const at = sample.at.getTime();
  const tip: Tip = { height, hash: bestBlockHash, ...(chainWork === null ? {} : { work: chainWork }) };
  if (before === null) return { bestBlockHash, tipSince: at, height, headers, progressSince: at, tips: [tip] };
  const isNewTip = before.bestBlockHash !== bestBlockHash;
  const progressed = isNewTip || before.height !== height || before.headers !== headers;
  if (!progressed) return before;
  return {
    ...before,
    bestBlockHash,
    height,
    headers,
    progressSince: at,
    apart: before.apart === 'stuck' ? 'split' : (before.apart ?? null),
    // A tip below the reading belongs to another branch or to new chain data.
    reading: height < (before.reading?.tip.height ?? 0) && isNewTip ? null : (before.reading ?? null),
    tipSince: isNewTip ? at : before.tipSince,
    tips: isNewTip ? withTip(before.tips, tip) : before.tips,
  };
}

/** A tip at or below a recorded one replaces it: the node has left that branch. */
const withTip = (tips: readonly Tip[], tip: Tip): Tip[] =>
  [...tips.filter(({ height }) => height < tip.height), tip].slice(-maxTips);

/** Returns the watch with an answer to a `chain` request. Tips that the daemon has since left are dropped. */
export function withReading(before: ChainWatch, reading: ChainReading): ChainWatch {
  return { ...before, reading, tips: before.tips.filter(({ height }) => height > reading.tip.height) };
}

export const chainKeyOf = ({ organizationId, network, challenge }: ChainIdentity): string =>
  JSON.stringify([organizationId, network, challenge]);
type ChainIdentity = Pick<NodeFacts, 'organizationId' | 'network' | 'challenge'>;

/** The middle of the heights of a chain's nodes: from it follows the upper median of the others, for each node. */
export type Middle = readonly [lower: number, upper: number];

/** Returns the middle of each chain by its key. Omits chains with a single node. */
export function compareChains(nodes: readonly NodeFacts[]): Map<string, Middle> {
  const chains = Map.groupBy(nodes.filter(isCompared), chainKeyOf);
  return new Map([...chains].flatMap(([key, ofChain]) => (ofChain.length > 1 ? [[key, middleOf(ofChain)]] : [])));
}

/** An offline executor's last report must not be compared with current ones. */
const isCompared = ({ executorOnline, network, sample }: NodeFacts): boolean =>
  executorOnline && hasPeers(network) && sample?.catchesUp === false;

function middleOf(nodes: readonly NodeFacts[]): Middle {
  const heights = nodes.map(({ sample }) => sample?.height ?? 0).toSorted((a, b) => a - b);
  const place = Math.floor((heights.length - 1) / 2);
  return [heights[place] ?? 0, heights[place + 1] ?? 0];
}

/** Returns the upper median height of the other nodes on a node's chain; undefined for one that is alone. */
export function othersHeight(node: NodeFacts, middle: Middle | undefined): number | undefined {
  if (middle === undefined || !isCompared(node)) return undefined;
  const [lower, upper] = middle;
  return lower < (node.sample?.height ?? 0) ? lower : upper;
}
