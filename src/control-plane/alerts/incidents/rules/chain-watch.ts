import type { ChainWatch, Tip } from '../../../tables/incidents.ts';
import type { SampleFacts } from './facts.ts';

/** Enough to find a block that two nodes have both had as their tip, also when some were not seen. */
const maxTips = 12;

/** Returns what is known of a node's chain after a sample; `before` itself when the sample says nothing new. */
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

/** A tip at or below one that was seen replaces it: the node has left that branch. */
const withTip = (tips: readonly Tip[], tip: Tip): Tip[] =>
  [...tips.filter(({ height }) => height < tip.height), tip].slice(-maxTips);
