import type { StoredHeight } from '../tables/node-rollouts.ts';

/** Returns why a node must stay up at this height of its network; null if it may be taken down. */
export function judgeHeight(
  { at, avoid, within }: StoredHeight,
  network: string,
  height: number | null,
): string | null {
  if (height === null) return `the height of ${network} is unknown`;
  if (at !== null && height < at) return `${network} is at height ${height}, and the rollout waits for ${at}`;
  if (avoid === null || Math.abs(height - avoid) > within) return null;
  return `${network} is at height ${height}, within ${within} blocks of ${avoid}, until ${avoid + within + 1}`;
}
