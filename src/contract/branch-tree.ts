import { counted } from '../text/counted.ts';
import type { ChainBranch, ChainBranchNode } from './types.generated.ts';

type Shown = Pick<ChainBranch, 'parent' | 'forkHeight' | 'height' | 'blocks' | 'nodeCount'> & {
  nodes: readonly Pick<ChainBranchNode, 'isSyncing'>[];
};

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

/** Returns what a branch is, in a line. */
export function branchTitle(
  { parent, forkHeight, height, blocks, nodeCount, nodes }: Shown,
  format: (height: number) => string = String,
): string {
  const syncing = nodes.filter(({ isSyncing }) => isSyncing).length;
  const who =
    nodeCount === 0
      ? 'no node of yours'
      : `${counted(nodeCount, 'node')}${syncing === 0 ? '' : `, ${syncing} syncing`}`;
  if (parent == null) return `Tip ${format(height)}: ${who}`;
  if (forkHeight == null || blocks == null) return `Tip ${format(height)}, fork not located yet: ${who}`;
  if (blocks === 0) return `Stopped after block ${format(forkHeight)}: ${who}`;
  return `Split after block ${format(forkHeight)}, ${counted(blocks, 'block')} to block ${format(height)}: ${who}`;
}

export function versionsOn(nodes: readonly Pick<ChainBranchNode, 'client' | 'clientVersion'>[]): string {
  const counts = Map.groupBy(nodes, ({ client, clientVersion }) => `${client} ${clientVersion}`);
  return [...counts].map(([version, running]) => `${version} ×${running.length}`).join(', ');
}
