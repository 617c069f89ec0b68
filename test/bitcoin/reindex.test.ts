import { expect, test } from 'vitest';
import { downloadsAgain, hasBegunToRebuild, whyNoReindex } from '../../src/bitcoin/reindex.ts';
import { configWith } from './config.ts';

const full = configWith([]);
const pruned = configWith([], { nodeType: 'pruned' });

// As litecoind 0.21 and bitcoind 28 write it.
const blockIndex = [
  'Wiping LevelDB in /satrap/node/regtest/blocks/index',
  'Opening LevelDB in /satrap/node/regtest/blocks/index',
  'Opened LevelDB successfully',
];
const chainState = [
  '2026-11-21T20:34:52Z Wiping LevelDB in /satrap/node/regtest/chainstate',
  '2026-11-21T20:34:52Z Opening LevelDB in /satrap/node/regtest/chainstate',
];

const opened = 'Opened LevelDB successfully';

test.each([
  ['nothing was written yet', [], false],
  ['only the index of blocks is wiped', blockIndex, false],
  ['the chain state is being wiped', [...blockIndex, ...chainState], false],
  ['both are wiped and open again', [...blockIndex, ...chainState, opened], true],
  ['the chain state alone is wiped and open again', [...chainState, opened], true],
  ['a plain start opens both', ['Opening LevelDB in /satrap/node/chainstate', opened], false],
])('whether a rebuild has begun where %s', (_what, lines, expected) => {
  expect(hasBegunToRebuild(lines)).toBe(expected);
});

test('a node that prunes cannot rebuild its chain state alone, as bitcoind refuses that', () => {
  expect(whyNoReindex(pruned, 'reindex_chainstate')).toContain('use reindex');
  expect(whyNoReindex(full, 'reindex_chainstate')).toBeNull();
  expect(whyNoReindex(pruned, 'reindex')).toBeNull();
});

test('only a node that prunes downloads the chain again', () => {
  expect(downloadsAgain(pruned, 'reindex')).toBe(true);
  expect(downloadsAgain(full, 'reindex')).toBe(false);
});
