import { type Network, networkFacts } from './network.ts';

/**
 * Returns the seconds after which a tip is older than is likely: a chain that is well has so long a gap between two blocks with this
 * probability only. Blocks arrive as a Poisson process, so the gap is distributed exponentially. Undefined for a chain without a rhythm.
 */
export function unlikelyGapSeconds(network: Network, probability: number): number | undefined {
  const target = networkFacts(network).blockSeconds;
  return target === null ? undefined : target * Math.log(1 / probability);
}
