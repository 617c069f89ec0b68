import type { ConfigIssue, NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

export const indexKeys = ['txindex', 'blockfilterindex', 'coinstatsindex', 'txospenderindex'] as const;
const rebuildKeys = ['reindex', 'reindex-chainstate'] as const;

export type IndexKey = (typeof indexKeys)[number];
export type RebuildKey = (typeof rebuildKeys)[number];

/** The effect of a configuration on the chain data of its node. */
export interface ChainFacts {
  /** In MiB; 0 keeps all blocks, 1 prunes only by RPC. */
  pruneTarget: number;
  indexes: ReadonlySet<IndexKey>;
  rebuilds: ReadonlySet<RebuildKey>;
}

/** Evaluates a configuration once: with hundreds of overrides that takes milliseconds. */
export function chainFacts(config: NodeConfig): ChainFacts {
  const values = new Map(nodeSettings(config).map(({ key, value }) => [key, value]));
  const isOn = (key: string) => (values.get(key) ?? '0') !== '0';
  return {
    pruneTarget: Number(values.get('prune') ?? '0'),
    indexes: new Set(indexKeys.filter(isOn)),
    rebuilds: new Set(rebuildKeys.filter(isOn)),
  };
}

/** bitcoind builds these from the first block, and exits if it is pruned (StartIndexBackgroundSync). */
const indexesOfAllBlocks = ['blockfilterindex', 'coinstatsindex'] as const;

export interface MissingData {
  /** The setting that requires it. */
  key: string;
  message: string;
}

/** Returns which settings of a change require blocks that the node has pruned. */
export function missingData(current: ChainFacts, next: ChainFacts): MissingData[] {
  if (current.pruneTarget === 0) return [];
  const blocks =
    next.pruneTarget === 0
      ? [{ key: 'prune', message: 'a pruned node no longer has its old blocks; create a full node instead' }]
      : [];
  const indexes = indexesOfAllBlocks
    .filter((key) => next.indexes.has(key) && !current.indexes.has(key))
    .map((key) => ({
      key,
      message: `${key} is built from the first block, which a pruned node no longer has; create a node with this setting from the start`,
    }));
  return [...blocks, ...indexes];
}

/** Returns every fault of a change itself: settings that require data the node no longer has. */
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
