import { chainFacts } from './chain-facts.ts';
import type { NodeConfig } from './node-config.ts';

/** What is rebuilt from the block files: the block index and the chain state, or the chain state alone. */
export type ReindexKind = 'reindex' | 'reindex_chainstate';

/** The lines of `bitcoin.conf` that make a daemon rebuild, for one start only: each start with them starts over. */
export const reindexLines = (kind: ReindexKind): string[] => [
  kind === 'reindex' ? 'reindex=1' : 'reindex-chainstate=1',
];

/** Why a node cannot rebuild at all; null if it can. */
export const whyNoReindex = (config: NodeConfig, kind: ReindexKind): string | null =>
  kind === 'reindex_chainstate' && prunes(config)
    ? 'a pruned node no longer has the blocks that its chain state is built from, so bitcoind refuses; ' +
      'use reindex, which downloads the whole chain again'
    : null;

/** Whether a rebuild downloads the whole chain again. */
export const downloadsAgain = (config: NodeConfig, kind: ReindexKind): boolean => kind === 'reindex' && prunes(config);

const prunes = (config: NodeConfig): boolean => chainFacts(config).pruneTarget > 0;

/**
 * Returns whether a daemon that was started to rebuild has wiped the old data, according to its log since that start:
 * from then on, a start without the option resumes. The chain state is wiped last, after the mark that makes the next
 * start resume (src/node/chainstate.cpp, CompleteChainstateInitialization; src/dbwrapper.cpp).
 */
export function hasBegunToRebuild(lines: readonly string[]): boolean {
  const wiped = lines.findIndex((line) => /Wiping LevelDB in \S*chainstate/.test(line));
  return wiped >= 0 && lines.slice(wiped).some((line) => line.includes('Opened LevelDB successfully'));
}
