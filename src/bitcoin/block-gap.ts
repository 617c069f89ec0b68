import { type Network, networkFacts } from './network.ts';

/** Returns the age of a tip that a healthy chain exceeds with only this probability; undefined without a block interval. */
export function unlikelyGapSeconds(network: Network, probability: number): number | undefined {
  // Blocks arrive as a Poisson process, so gaps are exponentially distributed.
  const target = networkFacts(network).blockSeconds;
  return target === null ? undefined : target * Math.log(1 / probability);
}
