import { expect, test } from 'vitest';
import { isWithoutBlock, readBlockCall } from '../../../src/gateway/calls/block-call.ts';

const [block, txid] = ['b'.repeat(64), 'c'.repeat(64)];

test.each<[string, unknown, object | null]>([
  ['getblock', [block], { blockHash: block, txid: null, verbosity: 1 }],
  ['getblock', [block.toUpperCase(), 0], { blockHash: block, txid: null, verbosity: 0 }],
  ['getblock', [block, true], { blockHash: block, txid: null, verbosity: 1 }],
  ['getblock', { blockhash: block, verbosity: 2 }, { blockHash: block, txid: null, verbosity: 2 }],
  ['getblock', [block, 'all'], null],
  ['getblock', ['00'], null],
  ['getrawtransaction', [txid, false, block], { blockHash: block, txid, verbosity: 0 }],
  ['getrawtransaction', { txid, blockhash: block, verbose: true }, { blockHash: block, txid, verbosity: 1 }],
  ['getrawtransaction', [txid, true], null],
  ['getblockstats', [block], null],
])('reads %s with the parameters %j', (method, params, call) => {
  expect(readBlockCall(method, JSON.stringify(params))).toEqual(call);
});

test.each([
  [-1, 'Block not available (pruned data)', true],
  [-1, 'Undo data not available (pruned data)', true],
  [-1, 'Block not available', true],
  [-1, 'Block not found on disk', true],
  [-5, 'Block not found', false],
  [-8, 'Block not available', false],
])('takes the error %i “%s” for that of a daemon without the block: %s', (code, message, isMissing) => {
  expect(isWithoutBlock({ code, error: JSON.stringify({ code, message }) })).toBe(isMissing);
});
