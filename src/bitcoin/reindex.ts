import { chainFacts } from './chain-facts.ts';
import type { NodeConfig } from './node-config.ts';

/** What is rebuilt from the block files: the index of blocks with the chain state, or the chain state alone. */
export type ReindexKind = 'reindex' | 'reindex_chainstate';

/** The lines of `bitcoin.conf` that ask a daemon to rebuild, for one start only: each start with them begins from nothing. */
export const reindexLines = (kind: ReindexKind): string[] => [
  kind === 'reindex' ? 'reindex=1' : 'reindex-chainstate=1',
];

/** Why a node cannot rebuild at all; null where it can. Pure. */
export const whyNoReindex = (config: NodeConfig, kind: ReindexKind): string | null =>
  kind === 'reindex_chainstate' && prunes(config)
    ? 'a node that prunes has no longer the blocks that its chain state is made of, and bitcoind refuses; ' +
      'ask for reindex, which downloads the whole chain again'
    : null;

/** Whether a node that rebuilds downloads the whole chain again. Pure. */
export const downloadsAgain = (config: NodeConfig, kind: ReindexKind): boolean => kind === 'reindex' && prunes(config);

const prunes = (config: NodeConfig): boolean => chainFacts(config).pruneTarget > 0;

/**
 * Returns whether a daemon that was started to rebuild has wiped what it rebuilds, by what it wrote since that start: from then on a start
 * without the option goes on. The chain state is wiped last of all, after the mark that makes the next start go on was written
 * (src/node/chainstate.cpp, CompleteChainstateInitialization; src/dbwrapper.cpp). Pure.
 */
export function hasBegunToRebuild(lines: readonly string[]): boolean {
  const wiped = lines.findIndex((line) => /Wiping LevelDB in \S*chainstate/.test(line));
  return wiped >= 0 && lines.slice(wiped).some((line) => line.includes('Opened LevelDB successfully'));
}
