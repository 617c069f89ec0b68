import { expect, test } from 'vitest';
import { findRpcMethod, rpcPresets } from '../../src/bitcoin/rpc-methods.ts';
import { electrs, lnd } from './call-patterns.ts';

const facts = { block: 'ab'.repeat(32), txid: 'cd'.repeat(32), hex: '00' };

test.each([
  ['lightning', 'LND', lnd],
  ['indexer', 'electrs', electrs],
] as const)('the preset %s has every method that %s calls', (preset, _program, pattern) => {
  const called = pattern(facts).filter(({ isProbe }) => !isProbe);
  expect(called.filter(({ method }) => !rpcPresets[preset].methods.includes(method))).toEqual([]);
});

test('a method that programs probe is no method of a daemon', () => {
  const probed = lnd(facts).filter(({ isProbe }) => isProbe);
  expect(probed.map(({ method }) => findRpcMethod(method))).toEqual([undefined]);
});
