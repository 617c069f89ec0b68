import type { Network } from './network.ts';

/** Mean seconds between two blocks (`nPowTargetSpacing` of chainparams.cpp). Regtest makes blocks only when it is told to. */
const targetSeconds: Partial<Record<Network, number>> = { mainnet: 600, signet: 600 };

/**
 * Returns the seconds after which a tip is older than is likely: a chain that is well has so long a gap between two blocks with this
 * probability only. Blocks arrive as a Poisson process, so the gap is distributed exponentially. Undefined for a chain without a rhythm.
 */
export function unlikelyGapSeconds(network: Network, probability: number): number | undefined {
  const target = targetSeconds[network];
  return target === undefined ? undefined : target * Math.log(1 / probability);
}
