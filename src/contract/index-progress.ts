/** Returns how much of the chain an index holds, 0 to 1. It has no block before it starts, and may be ahead of a sample. */
export const indexProgress = (bestBlockHeight: number, chainHeight: number): number =>
  Math.min(1, Math.max(0, bestBlockHeight) / Math.max(1, chainHeight));
