import type { StoredHeight } from '../tables/node-rollouts.ts';
/** Where the nodes of a network place its height: both are their median, and differ only among an even number of nodes. */
export interface NetworkHeight {
  low: number;
  high: number;
}

/** Returns why a node must stay up at this height of its network; null if every height in the range allows its restart. */
export function judgeHeight(
  { at, avoid, within }: StoredHeight,
  network: string,
  height: NetworkHeight | null,
): string | null {
  if (height === null) return `the height of ${network} is unknown`;
  const { low, high } = height;
  const where =
    low === high ? `${network} is at height ${low}` : `the nodes of ${network} are at heights from ${low} to ${high}`;
  if (at !== null && low < at) return `${where}, and the rollout waits for ${at}`;
  if (avoid === null || high < avoid - within || low > avoid + within) return null;
  return `${where}, within ${within} blocks of ${avoid}, until ${avoid + within + 1}`;
}
