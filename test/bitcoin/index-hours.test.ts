import { expect, test } from 'vitest';
import { type BuildBasis, buildHours, describeHours } from '../../src/bitcoin/consequences.ts';
import type { Network } from '../../src/bitcoin/network.ts';
import { nodeChanges } from '../../src/bitcoin/node-changes.ts';
import { wish } from './node-wish.ts';

const gibibyte = 2 ** 30;
const known: BuildBasis = { chainBytes: 600 * gibibyte, hostBytesPerHour: 50 * gibibyte };

const unknown: BuildBasis = { ...known, hostBytesPerHour: null };
const typical = (from: string, to: string) => `typically ${from} to ${to}; this host’s own rate is not known yet`;

test.each<[Network, BuildBasis, number, number, boolean, string]>([
  ['mainnet', known, 12, 12, true, 'about 12 hours at this host’s rate'],
  ['mainnet', { ...known, chainBytes: 50 * gibibyte }, 1, 1, true, 'about 1 hour at this host’s rate'],
  ['signet', { ...known, chainBytes: 5 * gibibyte }, 0.1, 0.1, true, 'about 6 minutes at this host’s rate'],
  ['mainnet', unknown, 3, 24, false, typical('3 hours', '24 hours')],
  ['mainnet', { ...known, chainBytes: null }, 3, 24, false, typical('3 hours', '24 hours')],
  ['signet', unknown, 0.2, 2, false, typical('12 minutes', '2 hours')],
  ['regtest', known, 0, 0, false, 'seconds'],
])(
  'on %s with %j an index takes %d to %d hours (measured: %s), in words: %s',
  (network, basis, from, to, measured, words) => {
    const hours = buildHours('txindex', network, basis);
    expect(hours).toEqual({ from, to, measured });
    expect(describeHours(hours)).toBe(words);
  },
);

test('a change that builds an index says for how many hours, from this host’s own rate once it is known; on regtest, seconds', () => {
  const consequence = (network: Network, build: BuildBasis) => {
    const without = { network, build, overrides: [{ key: 'txindex', value: '0' }] };
    const changes = nodeChanges(wish(without), wish({ ...without, overrides: [] }));
    return changes.flatMap(({ consequences }) => consequences).find(({ kind }) => kind === 'builds_index');
  };
  expect(consequence('mainnet', known)).toMatchObject({
    message: expect.stringContaining('builds txindex from all blocks, which takes about 12 hours'),
    hours: { from: 12, to: 12, measured: true },
  });
  expect(consequence('mainnet', unknown)).toMatchObject({ hours: { from: 3, to: 24, measured: false } });
  const message = expect.stringContaining('which takes seconds');
  expect(consequence('regtest', known)).toMatchObject({ message, hours: { from: 0, to: 0 } });
});
