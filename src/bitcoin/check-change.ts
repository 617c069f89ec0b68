import { type ChainFacts, chainFacts } from './chain-facts.ts';
import type { ConfigIssue, NodeConfig } from './node-config.ts';

/** bitcoind builds these from the first block on, and exits where that block is pruned (src/init.cpp, StartIndexBackgroundSync). */
const indexesOfAllBlocks = ['blockfilterindex', 'coinstatsindex'] as const;

/** Something that the chain data of a node no longer has. */
export interface MissingData {
  /** The setting that needs it. */
  key: string;
  message: string;
}

/** Returns what a change needs of blocks that the node has thrown away. */
export function missingData(current: ChainFacts, next: ChainFacts): MissingData[] {
  if (current.pruneTarget === 0) return [];
  const blocks =
    next.pruneTarget === 0
      ? [{ key: 'prune', message: 'a pruned node has thrown its old blocks away; create a full node instead' }]
      : [];
  const indexes = indexesOfAllBlocks
    .filter((key) => next.indexes.has(key) && !current.indexes.has(key))
    .map((key) => ({
      key,
      message: `${key} is built from the first block on, which a pruned node has thrown away; create a node that has it from the beginning`,
    }));
  return [...blocks, ...indexes];
}

/** Returns every fault of a change that lies in the change: what the node no longer has cannot be asked of it. */
export function checkChange(current: NodeConfig, next: NodeConfig): ConfigIssue[] {
  const byType = current.nodeType === 'pruned' && next.nodeType === 'full';
  const missing = missingData(chainFacts(current), chainFacts(next));
  return missing.map(({ key, message }) => ({ path: pathOf(key, byType, next), message }));
}

function pathOf(key: string, byType: boolean, { overrides }: NodeConfig): (string | number)[] {
  if (byType && key === 'prune') return ['nodeType'];
  const index = overrides.findIndex((override) => override.key.split('.').at(-1) === key);
  return index < 0 ? ['overrides'] : ['overrides', index, 'value'];
}
