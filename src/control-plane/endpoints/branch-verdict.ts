import { byWork, readWork } from '../../bitcoin/chain-work.ts';
import type { ChainBranch, ChainVerdict } from '../../contract/types.generated.ts';
import type { ChainNetworkRow } from '../tables/incidents.ts';

export interface Verdict {
  verdict: ChainVerdict;
  /** The first blocks of the branches that lose, after their fork. */
  losing: string[];
}

/** As many as a gateway takes: it refuses all of its settings for one more. The branches with the most work come first. */
const maxLosing = 64;

type Compared = Pick<ChainNetworkRow, 'state' | 'branches'>;

/** Returns how a network stands, for its gateways. The branch with the most work leads, as daemons choose it. */
export function verdictOf({ state, branches }: Compared): Verdict {
  const occupied = branches.filter((branch) => branch.nodeCount > 0 && hasOwnBlocks(branch));
  if (state !== 'split' || occupied.length < 2) return { verdict: 'agreed', losing: [] };
  const compare = orderOf(occupied);
  const [leader, second] = occupied.toSorted(compare);
  if (leader === undefined || second === undefined) return { verdict: 'agreed', losing: [] };
  if (compare(leader, second) === 0) return { verdict: 'even', losing: [] };
  return { verdict: 'split', losing: [...new Set(losingBlocks(branches, leader))].slice(0, maxLosing) };
}

/** Nodes that reject the next block of a branch stand beside it: their blocks are those of the branch itself. */
const hasOwnBlocks = ({ forkHeight, height }: ChainBranch): boolean => forkHeight == null || height > forkHeight;

/** Work where it is known of all branches, as in incidents; otherwise height. */
function orderOf(branches: readonly ChainBranch[]): (a: ChainBranch, b: ChainBranch) => number {
  const isKnown = branches.every(({ chainWork }) => readWork(chainWork) !== null);
  return isKnown ? (a, b) => byWork(readWork(a.chainWork), readWork(b.chainWork)) : (a, b) => b.height - a.height;
}

/** Returns the first block of each branch that does not lead to the leader's tip. */
function losingBlocks(branches: readonly ChainBranch[], leader: ChainBranch): string[] {
  const path = pathTo(branches, leader);
  return branches.flatMap((branch) => {
    const child = path[path.indexOf(branch) + 1];
    if (branch === leader || !hasOwnBlocks(branch)) return [];
    if (!path.includes(branch)) return [branch.firstHash ?? branch.hash];
    // The leader forks from this branch, whose own blocks after the fork lose.
    return child?.forkHeight != null && branch.height > child.forkHeight ? [child.otherHash ?? branch.hash] : [];
  });
}

/** Returns a branch and those that it forks from, the main branch first. */
function pathTo(branches: readonly ChainBranch[], branch: ChainBranch): ChainBranch[] {
  const parent = branch.parent == null ? undefined : branches[branch.parent];
  return parent === undefined ? [branch] : [...pathTo(branches, parent), branch];
}
