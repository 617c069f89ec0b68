import { chainFacts, type IndexKey } from '../../../bitcoin/chain-facts.ts';
import { networkFacts } from '../../../bitcoin/network.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';

/** Where bitcoind keeps each index below the network's folder (src/index). A later version has its own folder for coinstatsindex. */
const indexFolders: Readonly<Record<IndexKey, readonly string[]>> = {
  txindex: ['indexes/txindex'],
  blockfilterindex: ['indexes/blockfilter'],
  coinstatsindex: ['indexes/coinstats', 'indexes/coinstatsindex'],
  txospenderindex: ['indexes/txospenderindex'],
};

/**
 * Lists the folders of a data directory that a copy for this configuration takes: the chain, and the indexes that it wants. Everything else
 * stays behind: wallets, peers, bans, settings, what it was configured with. Pure.
 */
export function seedFolders(config: NodeConfig): string[] {
  const { folder } = networkFacts(config.network);
  const indexes = [...chainFacts(config).indexes].flatMap((key) => indexFolders[key]);
  return ['blocks', 'chainstate', ...indexes].map((name) => `${folder}${name}`);
}

/** Files that never change once they are full: what of them is copied stays, when a copy is begun again. */
export const isBlockFile = (path: string): boolean => /(^|\/)blocks\/((blk|rev)\d+\.dat|xor\.dat)$/.test(path);
