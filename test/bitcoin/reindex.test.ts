import { describe, expect, test } from 'vitest';
import type { NodeConfig } from '../../src/bitcoin/node-config.ts';
import { downloadsAgain, hasBegunToRebuild, whyNoReindex } from '../../src/bitcoin/reindex.ts';

const config = (changes: Partial<NodeConfig> = {}): NodeConfig => ({
  network: 'mainnet',
  client: 'bitcoind',
  clientVersion: '28.1',
  nodeType: 'full',
  resources: { cpuCores: 1, memoryMiB: 2048, diskGiB: 10 },
  overrides: [],
  ...changes,
});
const pruned = config({ nodeType: 'pruned' });

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

describe('hasBegunToRebuild', () => {
  test.each([
    ['nothing was written yet', [], false],
    ['only the index of blocks is wiped', blockIndex, false],
    ['the chain state is being wiped', [...blockIndex, ...chainState], false],
    ['both are wiped and open again', [...blockIndex, ...chainState, 'Opened LevelDB successfully'], true],
    ['the chain state alone is wiped and open again', [...chainState, 'Opened LevelDB successfully'], true],
    ['a plain start opens both', ['Opening LevelDB in /satrap/node/chainstate', 'Opened LevelDB successfully'], false],
  ])('where %s: %#', (_what, lines, expected) => {
    expect(hasBegunToRebuild(lines)).toBe(expected);
  });
});

test('a node that prunes cannot rebuild its chain state alone, as bitcoind refuses that', () => {
  expect(whyNoReindex(pruned, 'reindex_chainstate')).toContain('use reindex');
  expect(whyNoReindex(config(), 'reindex_chainstate')).toBeNull();
  expect(whyNoReindex(pruned, 'reindex')).toBeNull();
});

test('only a node that prunes downloads the chain again', () => {
  expect(downloadsAgain(pruned, 'reindex')).toBe(true);
  expect(downloadsAgain(config(), 'reindex')).toBe(false);
});
