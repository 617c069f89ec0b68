import { chainFacts, type IndexKey } from '../../../bitcoin/chain-facts.ts';
import { networkFacts } from '../../../bitcoin/network.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';

/** Where bitcoind keeps each index below the network's folder (src/index). coinstatsindex moved in a later version. */
const indexFolders: Readonly<Record<IndexKey, readonly string[]>> = {
  txindex: ['indexes/txindex'],
  blockfilterindex: ['indexes/blockfilter'],
  coinstatsindex: ['indexes/coinstats', 'indexes/coinstatsindex'],
  txospenderindex: ['indexes/txospenderindex'],
};

/** Lists the folders to copy: the chain and its indexes, but no wallets, peers, bans and settings. */
export function seedFolders(config: NodeConfig): string[] {
  const { folder } = networkFacts(config.network);
  const indexes = [...chainFacts(config).indexes].flatMap((key) => indexFolders[key]);
  return ['blocks', 'chainstate', ...indexes].map((name) => `${folder}${name}`);
}

/** Full block files never change, so a retry keeps those already copied. */
export const isBlockFile = (path: string): boolean => /(^|\/)blocks\/((blk|rev)\d+\.dat|xor\.dat)$/.test(path);
