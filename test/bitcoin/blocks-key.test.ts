import { describe, expect, test } from 'vitest';
import { isKey, keyOfFirstBlock, lostKey } from '../../src/bitcoin/blocks-key.ts';
import { networks } from '../../src/bitcoin/network.ts';
import { signetMagic } from '../../src/bitcoin/signet-magic.ts';
import { firstBlockFile, genesisHeaders } from '../fixtures/genesis.ts';

const key = Buffer.from('0102a3b4c5d6e7f8', 'hex');
const zeros = Buffer.alloc(8);

describe.each(networks)('the key of %s', (network) => {
  const file = firstBlockFile(network, key);
  test('is recovered from the genesis block', () => {
    expect(keyOfFirstBlock(file, network)).toEqual(key);
  });
  test('is zero for files that are not obfuscated', () => {
    expect(keyOfFirstBlock(firstBlockFile(network, zeros), network)).toEqual(zeros);
  });
  test('is not recovered from another block', () => {
    const other = Buffer.from(file);
    other[60] = (other[60] ?? 0) ^ 1;
    expect(keyOfFirstBlock(other, network)).toBeNull();
  });
  test('is not recovered from a file that is cut off', () => {
    expect(keyOfFirstBlock(file.subarray(0, 87), network)).toBeNull();
  });
});

test('a custom signet has the same genesis block as the public one', () => {
  const file = firstBlockFile('signet', key);
  file.writeUInt32LE(0x12345678, 0);
  expect(keyOfFirstBlock(file, 'signet')).toEqual(key);
});

test('the first block of another network proves nothing', () => {
  expect(genesisHeaders.mainnet).not.toEqual(genesisHeaders.signet);
  expect(keyOfFirstBlock(firstBlockFile('mainnet', key), 'signet')).toBeNull();
});

test.each([
  ['its eight bytes', key, true],
  ['zeros', zeros, false],
  ['a file that is cut off', key.subarray(0, 7), false],
  ['no file', null, false],
])('%s are a key: %s', (_what, file, expected) => {
  expect(isKey(file)).toBe(expected);
});

const firstBlock = firstBlockFile('regtest', key);
const other = Buffer.from('ff'.repeat(8), 'hex');
const oldest = (of: Buffer) => ({ oldestBlock: firstBlockFile('regtest', of).subarray(0, 8) });
const odd = { oldestBlock: Buffer.concat([oldest(key).oldestBlock.subarray(0, 7), Buffer.from('00', 'hex')]) };
test.each([
  ['a missing file', { file: null, firstBlock, recorded: null }, key],
  ['zeros that a start without the file left', { file: zeros, firstBlock, recorded: key }, key],
  ['a file that a full disk cut off', { file: Buffer.alloc(0), firstBlock, recorded: null }, key],
  ['an existing key', { file: other, firstBlock, recorded: key }, null],
  ['files that are not obfuscated', { file: null, firstBlock: firstBlockFile('regtest', zeros), recorded: key }, null],
  ['a first block that is damaged', { file: null, firstBlock: Buffer.alloc(88), recorded: key }, null],
  ['a record that differs from the blocks', { file: null, firstBlock, recorded: other }, key],
  ['a pruned node', { file: null, firstBlock: null, recorded: key }, key],
  ['a pruned node with zeros', { file: zeros, firstBlock: null, recorded: key }, null],
  [
    'a pruned node with zeros and blocks of the key',
    { file: zeros, firstBlock: null, ...oldest(key), recorded: key },
    key,
  ],
  ['a pruned node with new blocks', { file: null, firstBlock: null, ...oldest(zeros), recorded: key }, null],
  ['a pruned node with zeros and new blocks', { file: zeros, firstBlock: null, ...oldest(zeros), recorded: key }, null],
  [
    'a pruned node with blocks of another key',
    { file: zeros, firstBlock: null, ...oldest(other), recorded: key },
    null,
  ],
  [
    'a pruned node whose blocks begin with an odd length',
    { file: zeros, firstBlock: null, ...odd, recorded: key },
    null,
  ],
  ['a pruned node without a record', { file: null, firstBlock: null, recorded: null }, null],
  ['a new node', { file: null, firstBlock: null, recorded: key, hasBlocks: false }, null],
])('the key to write for %s', (_what, facts, expected) => {
  expect(lostKey({ hasBlocks: true, ...facts }, { network: 'regtest', challenge: null })).toEqual(expected);
});

test('only blocks with a custom signet’s own magic bytes prove its key', () => {
  const custom = { network: 'signet', challenge: '51' } as const;
  const start = Buffer.concat([Buffer.from(signetMagic('51'), 'hex'), Buffer.from('00010000', 'hex')]);
  const oldestBlock = start.map((byte, index) => byte ^ (key[index] ?? 0));
  const facts = {
    file: zeros,
    firstBlock: null,
    oldestBlock: Buffer.from(oldestBlock),
    hasBlocks: true,
    recorded: key,
  };
  expect(lostKey(facts, custom)).toEqual(key);
  expect(lostKey(facts, { network: 'signet', challenge: null })).toBeNull();
});
