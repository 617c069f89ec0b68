import type { NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

const indexKeys = ['txindex', 'blockfilterindex', 'coinstatsindex', 'txospenderindex'] as const;
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
