import { chainFacts, type IndexKey, indexKeys } from './chain-facts.ts';
import { majorOf } from './clients/versions.ts';
import type { NodeConfig } from './node-config.ts';

/**
 * Returns the folders of an index, below the folder of the network. From 30 on, `coinstatsindex` has a new folder, and the
 * old one stays for a return to an older version (src/index/coinstatsindex.cpp, src/index/blockfilterindex.cpp).
 */
export function indexFolders(index: IndexKey, version: string): string[] {
  switch (index) {
    case 'blockfilterindex':
      return ['indexes/blockfilter/basic'];
    case 'coinstatsindex':
      return [majorOf(version) >= 30 ? 'indexes/coinstatsindex' : 'indexes/coinstats'];
    default:
      return [`indexes/${index}`];
  }
}

/** Returns every folder that any version keeps for an index. */
export const allIndexFolders = (index: IndexKey): string[] => [
  ...new Set(['0.21', '30.0'].flatMap((version) => indexFolders(index, version))),
];

/** Returns the option of the index in a folder of `indexes`; null for an unknown one. */
export const indexOfFolder = (folder: string): IndexKey | null =>
  indexKeys.find((index) => allIndexFolders(index).some((path) => path.split('/')[1] === folder)) ?? null;

/** The name of an index in `getindexinfo`. */
export const indexNames: Readonly<Record<IndexKey, string>> = {
  txindex: 'txindex',
  blockfilterindex: 'basic block filter index',
  coinstatsindex: 'coinstatsindex',
  txospenderindex: 'txospenderindex',
};

/** Returns why one index of a node cannot be rebuilt, or its data not be removed; null if it can. */
export function whyNoIndexRebuild(config: NodeConfig, index: IndexKey, remove: boolean): string | null {
  const { indexes, pruneTarget } = chainFacts(config);
  const isOn = indexes.has(index);
  if (remove) return isOn ? `${index} is on; turn it off before you remove its data` : null;
  if (!isOn) return `${index} is off; turn it on, or remove its data`;
  return pruneTarget > 0 ? `${index} is built from the first block, which a pruned node no longer has` : null;
}
