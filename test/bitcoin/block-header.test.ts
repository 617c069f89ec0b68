import { expect, test } from 'vitest';
import { isProofOfWork, readBlockHeader, targetOf, workOf } from '../../src/bitcoin/block-header.ts';
import { genesisHeaders } from '../fixtures/genesis.ts';

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

test('reads a header, with hashes as daemons write them', () => {
  expect(readBlockHeader(genesisHeaders.mainnet)).toEqual({
    hash: genesis,
    previousHash: '0'.repeat(64),
    merkleRoot: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
    bits: 0x1d00ffff,
  });
});

test('reads no header from another number of bytes', () => {
  expect(readBlockHeader(Buffer.alloc(81))).toBeNull();
});

// From src/test/arith_uint256_tests.cpp of Bitcoin Core.
test.each([
  [0x01123456, 0x12n],
  [0x02123456, 0x1234n],
  [0x03123456, 0x123456n],
  [0x04123456, 0x12345600n],
  [0x05009234, 0x92340000n],
  [0x20123456, 0x123456n << 232n],
])('reads the target of the bits %i', (bits, target) => {
  expect(targetOf(bits)).toBe(target);
});

test.each([
  ['zero', 0],
  ['less than one', 0x01003456],
  ['negative', 0x04923456],
  ['larger than any hash', 0xff123456],
])('reads no target that is %s', (_, bits) => {
  expect(targetOf(bits)).toBeNull();
});

test('counts the work of a block as bitcoind does', () => {
  expect(workOf(targetOf(0x1d00ffff) ?? 0n)).toBe(0x100010001n);
});

test('knows a hash that is its proof of work, and one that is not', () => {
  const target = targetOf(0x1d00ffff) ?? 0n;
  expect([isProofOfWork(genesis, target), isProofOfWork('1'.repeat(64), target)]).toEqual([true, false]);
});
