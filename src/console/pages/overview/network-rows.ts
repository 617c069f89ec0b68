import { type Network, networks } from '../../../bitcoin/network.ts';
import type { LatestBlocksQuery, NodeHeightFragment, OverviewFleetQuery } from './operations.generated.ts';

type Chain = NonNullable<OverviewFleetQuery['networks']>[number];
type Fleet = Pick<OverviewFleetQuery, 'networks' | Network>;
type Latest = Readonly<Partial<Record<Network, readonly NodeHeightFragment[] | null>>>;

export interface NetworkRow {
  name: string;
  height: number;
  /** The node that reported the block, with its sample; null for a custom signet. */
  latest: NodeHeightFragment | null;
  /** How the nodes compare; null until they have been compared. */
  chain: Chain | null;
  /** The synced node that is furthest behind, by at least two blocks: one is on its way. */
  last: { id: string; name: string; blocksBehind: number } | null;
}

const leastBehind = 2;

/** Returns a row per network. The latest blocks are newer than the comparison of the nodes. */
export function networkRows(latest: LatestBlocksQuery | Latest, fleet: Fleet): readonly NetworkRow[] {
  const chains = fleet.networks ?? [];
  const ofNetworks = networks.flatMap((network): NetworkRow[] => {
    const found = latest[network]?.[0];
    const isShared = chains.some((chain) => chain.network === network && chain.name !== network);
    if (found?.metrics == null || isShared) return [];
    const chain = chains.find(({ name }) => name === network) ?? null;
    const height = Math.max(found.metrics.height, chain?.height ?? 0);
    return [{ name: network, height, latest: found, chain, last: lastOf(fleet[network]?.[0], chain) }];
  });
  const rest = chains.filter(({ name }) => ofNetworks.every((row) => row.name !== name));
  return [...ofNetworks, ...rest.map((chain) => ({ ...chain, latest: null, chain, last: null }))];
}

function lastOf(node: NodeHeightFragment | undefined, chain: Chain | null): NetworkRow['last'] {
  if (node?.metrics == null || chain === null) return null;
  const blocksBehind = chain.height - node.metrics.height;
  return blocksBehind < leastBehind ? null : { id: node.id, name: node.name, blocksBehind };
}
