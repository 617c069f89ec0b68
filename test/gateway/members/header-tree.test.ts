import { expect, test } from 'vitest';
import { noBlock, readBlockHeader } from '../../../src/bitcoin/block-header.ts';
import type { Network } from '../../../src/bitcoin/network.ts';
import { HeaderTree } from '../../../src/gateway/members/header-tree.ts';
import { genesisHeaders } from '../../fixtures/genesis.ts';
import { type ChainHeader, headerChain } from '../../fixtures/header-chain.ts';

const stated = { height: 0, work: 0n };
const genesis = readBlockHeader(genesisHeaders.mainnet);
if (genesis === null) throw new Error('the fixture is no header');
/** Block 1 of mainnet. */
const first = readBlockHeader(
  Buffer.from(
    `010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299`,
    'hex',
  ),
);
if (first === null) throw new Error('the fixture is no header');

const added = (tree: HeaderTree, headers: readonly ChainHeader[], of = stated) =>
  tree.add(headers.at(-1)?.hash ?? '', headers, of);

test('adds the work of each block to that of the one before', () => {
  const tree = new HeaderTree('mainnet');
  const one = tree.add(first.hash, [genesis, first], { height: 1, work: 0x200020002n });
  expect([one.height, one.work, one.root]).toEqual([1, 0x200020002n, genesis.hash]);
});

test('counts from what is stated of a chain whose beginning is not known', () => {
  const proven = added(new HeaderTree('regtest'), headerChain(3, { after: 'ab'.repeat(32) }), {
    height: 99,
    work: 200n,
  });
  expect([proven.height, proven.work]).toEqual([99, 200n]);
});

test('counts nothing that is stated of a chain that continues a known one', () => {
  const tree = new HeaderTree('regtest');
  const chain = headerChain(4);
  added(tree, chain.slice(0, 3), { height: 2, work: 6n });
  const proven = added(tree, chain.slice(3), { height: 2 ** 31 - 1, work: 2n ** 256n - 1n });
  expect([proven.height, proven.work]).toEqual([3, 8n]);
});

test('keeps what it knows of a header that another member shows with other statements', () => {
  const tree = new HeaderTree('regtest');
  const chain = headerChain(3);
  added(tree, chain, { height: 2, work: 6n });
  expect(added(tree, chain, { height: 50, work: 2n ** 256n - 1n })).toMatchObject({ height: 2, work: 6n });
});

test('keeps work within 64 digits, whatever a member states', () => {
  const proven = added(new HeaderTree('regtest'), headerChain(3), { height: 2, work: 2n ** 256n - 1n });
  expect(proven.work.toString(16)).toHaveLength(64);
});

test.each<[string, Network, ChainHeader[]]>([
  [
    'has no proof of work',
    'mainnet',
    headerChain(1, { bits: 0x207fffff }).map((each) => ({ ...each, bits: 0x1d00ffff })),
  ],
  ['has another target than all blocks of regtest', 'regtest', headerChain(1, { bits: 0x2000ffff })],
  ['has bits that are no target', 'mainnet', headerChain(1).map((each) => ({ ...each, bits: 0 }))],
])('refutes a header that %s', (_, network, headers) => {
  expect(() => added(new HeaderTree(network), headers)).toThrow('has no proof of work');
});

test('refutes a block that costs nothing after one that cost much', () => {
  const tree = new HeaderTree('mainnet');
  tree.add(first.hash, [genesis, first], { height: 1, work: 0n });
  expect(() => added(tree, headerChain(1, { after: first.hash }))).toThrow('less work than the difficulty allows');
});

test('accepts a block of testnet4 with the least difficulty', () => {
  const tree = new HeaderTree('testnet4');
  tree.add(first.hash, [genesis, first], { height: 1, work: 0n });
  expect(added(tree, headerChain(1, { after: first.hash })).height).toBe(2);
});

test('counts the recent work of 2,016 blocks', () => {
  const tree = new HeaderTree('regtest');
  const chain = headerChain(2020);
  added(tree, chain);
  expect([tree.recentWork(chain.at(-1)?.hash ?? ''), tree.recentWork(chain[9]?.hash ?? '')]).toEqual([4032n, 20n]);
});

test('refutes a tip whose headers are missing', () => {
  expect(() => new HeaderTree('regtest').add(noBlock, [], stated)).toThrow('does not show the header');
});
