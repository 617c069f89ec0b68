import { counted } from '../text/counted.ts';
import type { ChainBranch, ChainBranchNode } from './types.generated.ts';

type Shown = Pick<ChainBranch, 'parent' | 'forkHeight' | 'height' | 'blocks' | 'nodeCount'>;

/** Returns branches in the order of a drawn tree, each with its depth. A parent comes before its branches. */
export function inTreeOrder<B extends Pick<ChainBranch, 'parent'>>(
  branches: readonly B[],
): { branch: B; depth: number }[] {
  const under = (parent: number | null, depth: number): { branch: B; depth: number }[] =>
    branches.flatMap((branch, index) =>
      (branch.parent ?? null) === parent ? [{ branch, depth }, ...under(index, depth + 1)] : [],
    );
  return under(null, 0);
}

export function branchTitle({ parent, forkHeight, height, blocks, nodeCount }: Shown): string {
  const who = nodeCount === 0 ? 'no node of yours' : counted(nodeCount, 'node');
  if (parent == null) return `Block ${height}: ${who}`;
  if (forkHeight == null || blocks == null) return `Block ${height}, fork not located yet: ${who}`;
  if (blocks === 0) return `Stopped after block ${forkHeight}: ${who}`;
  return `Split after block ${forkHeight}, ${counted(blocks, 'block')} to block ${height}: ${who}`;
}

export function versionsOn(nodes: readonly Pick<ChainBranchNode, 'client' | 'clientVersion'>[]): string {
  const counts = Map.groupBy(nodes, ({ client, clientVersion }) => `${client} ${clientVersion}`);
  return [...counts].map(([version, running]) => `${version} ×${running.length}`).join(', ');
}
