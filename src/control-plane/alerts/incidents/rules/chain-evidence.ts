import type { Network, NodeConfig } from '../../../../bitcoin/node-config.ts';
import type { ChainReading, ChainWatch, Tip } from '../../../tables/incidents.ts';
import type { NodeFacts, SampleFacts } from './facts.ts';

type OfNode = Pick<NodeFacts, 'id' | 'name' | 'endpoint'> & Pick<NodeConfig, 'client' | 'clientVersion'>;
type OfSample = Pick<SampleFacts, 'catchesUp' | 'headers' | 'peers' | 'branches' | 'warnings'>;

export interface ChainNode extends OfNode, OfSample {
  /** Whether RPC clients are connected to it now, as far as known. */
  hasRpcClients: boolean;
  /** Whether its daemon answers and its last sample is recent. */
  isLive: boolean;
  tip: Tip;
  /** How it stood in a split that is still open: `stuck` if it stood still, and has not moved since. */
  wasApart: NonNullable<ChainWatch['apart']> | null;
  /** In milliseconds since the Unix epoch. */
  tipSince: number;
  tips: readonly Tip[];
  reading: ChainReading | null;
  /** When its daemon was last asked, in milliseconds since the Unix epoch. */
  askedAt: number | null;
}

interface Block {
  hash: string;
  /** A daemon confirmed it below its tip. A former tip may have been left by a reorganization since. */
  isSure: boolean;
}

/** The blocks of one branch, as far as they are known. */
export class Evidence {
  readonly #blocks = new Map<number, Block>();

  get(height: number): Block | undefined {
    return this.#blocks.get(height);
  }

  get heights(): Iterable<number> {
    return this.#blocks.keys();
  }

  /** Adds what a node knows. What is known already stays, unless the node is surer of it. */
  add({ tip, tips, reading }: Pick<ChainNode, 'tip' | 'tips' | 'reading'>): this {
    const upTo = tip.height;
    const add = (block: Tip, isSure: boolean) => {
      const known = this.#blocks.get(block.height);
      if (block.height <= upTo && (known === undefined || (isSure && !known.isSure)))
        this.#blocks.set(block.height, { hash: block.hash, isSure });
    };
    add(tip, true);
    for (const block of reading?.blocks ?? []) add(block, true);
    for (const block of tips) add(block, false);
    return this;
  }
}

/** How a node stands to a branch. `low` is the highest block known to be common, `high` the lowest known to differ above it. */
export type Relation =
  | { kind: 'same'; low: number /** Compared at the lower of both tips. */; isExact: boolean; isSure: boolean }
  | { kind: 'split'; low: number; high: number; isSure: boolean }
  /** Two private chains that share nothing but the genesis block. */
  | { kind: 'unrelated' };

export function relate(own: Evidence, branch: Evidence, top: number, network: Network): Relation {
  let low = 0;
  let isSure = true;
  const differing: { height: number; isSure: boolean }[] = [];
  for (const height of own.heights) {
    const [a, b] = [own.get(height), branch.get(height)];
    if (height > top || a === undefined || b === undefined) continue;
    const both = a.isSure && b.isSure;
    if (a.hash !== b.hash) differing.push({ height, isSure: both });
    else if (height > low) {
      low = height;
      isSure = both;
    }
  }
  const above = differing.filter(({ height }) => height > low);
  if (above.length === 0) return { kind: 'same', low, isExact: low === top, isSure };
  const high = Math.min(...above.map(({ height }) => height));
  // Anybody can start a regtest chain: two of them are a split only if they have a block in common.
  if (network === 'regtest' && low === 0)
    return high === 1 ? { kind: 'unrelated' } : { kind: 'same', low, isExact: false, isSure: false };
  return { kind: 'split', low, high, isSure: above.some((block) => block.isSure) };
}

const maxProbes = 64;

/** Returns the heights to ask for next to find the last common block between two heights: near the upper one first. */
export function probe(low: number, high: number): number[] {
  const gap = high - low - 1;
  if (gap <= maxProbes) return Array.from({ length: Math.max(0, gap) }, (_, index) => low + 1 + index);
  const doubling = Array.from({ length: 24 }, (_, index) => high - 2 ** index).filter((height) => height > low);
  const even = Array.from({ length: 32 }, (_, index) => low + Math.round((gap * (index + 1)) / 33));
  return [...new Set([...doubling, ...even])];
}
