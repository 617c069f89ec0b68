import { expect, test } from 'vitest';
import { doubleSha256, hashText } from '../../src/bitcoin/block-header.ts';
import { readRawBlock, weightOf } from '../../src/bitcoin/raw-block.ts';
import { block, committingCoinbase, transaction } from '../fixtures/raw-block.ts';

const spend = (digit: string, witness?: readonly Buffer[]) =>
  transaction({ spent: Buffer.alloc(32, digit), ...(witness === undefined ? {} : { witness }) });
const plain = [transaction({}), spend('a'), spend('b')];
const witnessed = [spend('a', [Buffer.from('01', 'hex')]), spend('b')];
const committed = [committingCoinbase(witnessed), ...witnessed];

const read = ({ hash, bytes }: { hash: string; bytes: Buffer }) => readRawBlock(bytes, hash);

test('reads the transactions of a block with their ids', () => {
  const { transactions } = read(block(plain));
  expect(transactions).toEqual(plain.map(({ bytes, stripped }) => ({ bytes, txid: hashText(doubleSha256(stripped)) })));
});

test('measures a block with and without its witnesses', () => {
  const made = block(committed);
  const found = read(made);
  // A marker, a flag and the stack: 36 bytes of the coinbase, and 5 of the other.
  expect([found.size, found.size - found.strippedSize]).toEqual([made.bytes.length, 2 + 34 + 2 + 3]);
  expect(weightOf(found)).toBe(4 * found.size - 3 * 41);
});

test('reads a block whose witnesses its coinbase commits to', () => {
  expect(read(block(committed)).transactions).toHaveLength(3);
});

test('refuses the bytes of another block', () => {
  expect(() => readRawBlock(block(plain).bytes, block(plain.slice(1)).hash)).toThrow('another block');
});

test.each([
  ['another transaction', block([...plain.slice(0, 2), spend('c')], plain), 'transactions are others'],
  ['a transaction less', block(plain.slice(0, 2), plain), 'transactions are others'],
  ['its last transaction twice', block([...plain, spend('b')], plain), 'transactions twice'],
  [
    'another witness',
    block([committed[0] ?? spend('a'), spend('a', [Buffer.from('02', 'hex')]), spend('b')]),
    'witnesses are others',
  ],
  ['witnesses without a commitment', block([transaction({}), ...witnessed]), 'not committed to'],
  ['no coinbase', block([spend('a'), spend('b')]), 'does not begin with a coinbase'],
  ['no transaction', block([]), 'does not begin with a coinbase'],
  ['a transaction with an unknown flag', block([transaction({ witness: [], flag: 8 })]), 'of another kind'],
])('refuses a block with %s', (_, made, message) => {
  expect(() => read(made)).toThrow(message);
});

test.each([
  ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]), 'more bytes'],
  ['fewer bytes', (bytes: Buffer) => bytes.subarray(0, -1), 'incomplete'],
  ['only a header', (bytes: Buffer) => bytes.subarray(0, 80), 'incomplete'],
  [
    'a count beyond its bytes',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 80), Buffer.from('feffffffff', 'hex')]),
    'incomplete',
  ],
])('refuses a block that has %s', (_, change, message) => {
  const { hash, bytes } = block(plain);
  expect(() => readRawBlock(change(bytes), hash)).toThrow(message);
});
