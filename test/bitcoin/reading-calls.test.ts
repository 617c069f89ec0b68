import { expect, test } from 'vitest';
import { maxParameterLength, readCall, readingCalls } from '../../src/bitcoin/reading-calls.ts';

const hash = 'a1'.repeat(32);

test.each([
  ['getblockcount', [], []],
  ['getblockhash', ['840000'], [840000]],
  ['getblockheader', [hash, 'false'], [hash, false]],
  ['gettxout', [hash, '1'], [hash, 1]],
  ['decodescript', ['00ff'], ['00ff']],
  ['validateaddress', ['bc1qxyz'], ['bc1qxyz']],
])('%s with %j is a call', (method, texts, params) => {
  expect(readCall(method, texts)).toEqual({ method, params });
});

test.each([
  ['stop', [], 'method', /^is not one of the allowed read-only calls$/],
  ['toString', [], 'method', /^is not one of/],
  ['getblockhash', [], 'params', /getblockhash HEIGHT/],
  ['getblockheader', [], 'params', /getblockheader BLOCKHASH \[VERBOSE\]/],
  ['getblockcount', ['1'], 'params', /must be getblockcount/],
  ['getblockhash', ['1e3'], 'params', /must be a height/],
  ['getblockheader', [`${hash}0`], 'params', /64 hexadecimal/],
  ['getblockheader', [hash, 'yes'], 'params', /true or false/],
  ['decodescript', ['abc'], 'params', /pairs/],
  ['decodescript', ['ab'.repeat(maxParameterLength)], 'params', /pairs/],
  ['validateaddress', ['a b'], 'params', /without spaces/],
])('%s with %j is none', (method, texts, path, message) => {
  const read = readCall(method, texts);
  const [issue] = 'issues' in read ? read.issues : [];
  expect(issue?.path[0]).toBe(path);
  expect(issue?.message).toMatch(message);
});

test('no call of the list is of a wallet, changes anything, or takes minutes', () => {
  const others =
    /wallet|^(?:send|sign|dump|import|generate|set|add|remove|stop|submit|invalidate|prune|scan|save|load)/;
  expect(readingCalls.filter(({ method }) => others.test(method))).toEqual([]);
  expect(new Set(readingCalls.map(({ method }) => method)).size).toBe(readingCalls.length);
});
