import { type Network, networkFacts } from './network.ts';

/**
 * Returns the age of a tip that a healthy chain exceeds with only this probability. Blocks arrive as a Poisson process,
 * so gaps are exponentially distributed. Undefined for a chain without a block interval.
 */
export function unlikelyGapSeconds(network: Network, probability: number): number | undefined {
  const target = networkFacts(network).blockSeconds;
  return target === null ? undefined : target * Math.log(1 / probability);
}
