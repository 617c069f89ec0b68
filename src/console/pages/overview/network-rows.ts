import type { Network } from '../../../bitcoin/network.ts';
import type { NetworksQuery } from '../../../client/operations.generated.ts';
import type { ExtremeNodeFragment } from './operations.generated.ts';

type Nodes = Readonly<Partial<Record<Network, readonly ExtremeNodeFragment[] | null>>>;

/** One block is always on its way to some node. */
const leastBehind = 2;

/** Returns a row per network, with its newest block, and its last synced node where that is behind. */
export const networkRows = (chains: NetworksQuery['networks'], { first, last }: { first: Nodes; last: Nodes }) =>
  (chains ?? []).map((chain) => {
    // Nodes of custom signets are not asked for.
    const isCustom = chain.name !== chain.network;
    const [newest = null, oldest = null] = isCustom ? [] : [first[chain.network]?.[0], last[chain.network]?.[0]];
    const blocksBehind = chain.height - (oldest?.metrics?.height ?? chain.height);
    return {
      ...chain,
      height: Math.max(chain.height, newest?.metrics?.height ?? 0),
      sample: newest?.metrics ?? null,
      last: oldest !== null && blocksBehind >= leastBehind ? { ...oldest, blocksBehind } : null,
    };
  });
