import { expect, test } from 'vitest';
import { canRead, whyUnreadable } from '../../src/bitcoin/data-format.ts';
import { networkFacts, networks, unlikelyGapSeconds } from '../../src/bitcoin/network.ts';
import { downloadsAgain, hasBegunToRebuild, whyNoReindex } from '../../src/bitcoin/reindex.ts';
import { configWith } from './config.ts';

test('no two networks share a port or a folder', () => {
  const facts = networks.map(networkFacts);
  const ports = facts.flatMap(({ rpcPort, p2pPort }) => [rpcPort, p2pPort]);
  expect(new Set(ports).size).toBe(ports.length);
  expect(new Set(facts.map(({ folder }) => folder)).size).toBe(facts.length);
});

test('a gap of 92 minutes has a probability of one in ten thousand', () => {
  expect((unlikelyGapSeconds('mainnet', 1e-4) ?? 0) / 60).toBeCloseTo(92.1, 1);
  expect(unlikelyGapSeconds('regtest', 1e-4)).toBeUndefined();
});

test.each([
  // Created with, obfuscated according to its files, opened with, readable.
  ['27.0', null, '28.1', true],
  ['27.0', true, '27.0', false],
  ['28.1', null, '28.0', true],
  ['28.1', null, '27.0', false],
  ['28.1', true, '27.0', false],
  ['28.1', false, '27.0', true],
  [null, null, '27.0', true],
  [null, true, '27.0', false],
  ['30.0', null, '27.2', false],
] as const)(
  'data of %s, obfuscated %s, opened with %s: readable %s, otherwise undamaged',
  (begunWith, obfuscated, version, readable) => {
    expect(canRead({ begunWith, obfuscated }, version)).toBe(readable);
    const reason = whyUnreadable({ begunWith, obfuscated }, version);
    expect(reason).toEqual(readable ? null : expect.stringMatching(/^(?!.*reindex).*nothing is damaged/));
  },
);

const at = 'LevelDB in /satrap/node/regtest';
const opened = 'Opened LevelDB successfully';
// As litecoind 0.21 and bitcoind 28 write it.
const blockIndex = [`Wiping ${at}/blocks/index`, `Opening ${at}/blocks/index`, opened];
const chainState = ['Wiping', 'Opening'].map((act) => `2026-11-21T20:34:52Z ${act} ${at}/chainstate`);

test.each([
  ['only the index of blocks is wiped', blockIndex, false],
  ['the chain state is being wiped', [...blockIndex, ...chainState], false],
  ['both are wiped and open again', [...blockIndex, ...chainState, opened], true],
  ['the chain state alone is wiped and open again', [...chainState, opened], true],
  ['a plain start opens both', [`Opening ${at}/chainstate`, opened], false],
])('whether a rebuild has begun where %s', (_what, lines, expected) => {
  expect(hasBegunToRebuild(lines)).toBe(expected);
});

test('a pruned node cannot rebuild only its chain state, and downloads the chain again', () => {
  const [full, pruned] = [configWith([]), configWith([], { nodeType: 'pruned' })];
  expect(whyNoReindex(pruned, 'reindex_chainstate')).toContain('use reindex');
  expect([whyNoReindex(full, 'reindex_chainstate'), whyNoReindex(pruned, 'reindex')]).toEqual([null, null]);
  expect([downloadsAgain(pruned, 'reindex'), downloadsAgain(full, 'reindex')]).toEqual([true, false]);
});
