import { expect, test } from 'vitest';
import { type BuildBasis, buildHours, describeHours } from '../../src/bitcoin/index-hours.ts';
import type { Network } from '../../src/bitcoin/network.ts';
import { nodeChanges } from '../../src/bitcoin/node-changes.ts';
import { wish } from './node-wish.ts';

const gibibyte = 2 ** 30;
const known: BuildBasis = { chainBytes: 600 * gibibyte, hostBytesPerHour: 50 * gibibyte };

test.each<[Network, BuildBasis, number, number, boolean, string]>([
  ['mainnet', known, 12, 12, true, 'about 12 hours at this host’s rate'],
  ['mainnet', { ...known, chainBytes: 50 * gibibyte }, 1, 1, true, 'about 1 hour at this host’s rate'],
  ['signet', { ...known, chainBytes: 5 * gibibyte }, 0.1, 0.1, true, 'about 6 minutes at this host’s rate'],
  [
    'mainnet',
    { ...known, hostBytesPerHour: null },
    3,
    24,
    false,
    'typically 3 hours to 24 hours; this host’s own rate is not known yet',
  ],
  [
    'mainnet',
    { ...known, chainBytes: null },
    3,
    24,
    false,
    'typically 3 hours to 24 hours; this host’s own rate is not known yet',
  ],
  [
    'signet',
    { ...known, hostBytesPerHour: null },
    0.2,
    2,
    false,
    'typically 12 minutes to 2 hours; this host’s own rate is not known yet',
  ],
  ['regtest', known, 0, 0, false, 'seconds'],
])(
  'on %s with %j an index takes %d to %d hours (measured: %s), in words: %s',
  (network, basis, from, to, measured, words) => {
    const hours = buildHours('txindex', network, basis);
    expect(hours).toEqual({ from, to, measured });
    expect(describeHours(hours)).toBe(words);
  },
);

test('a change that builds an index says for how many hours, from this host’s own rate once it is known', () => {
  const mainnet = { network: 'mainnet' as const, overrides: [{ key: 'txindex', value: '0' }] };
  const consequence = (build: BuildBasis) =>
    nodeChanges(wish({ ...mainnet, build }), wish({ ...mainnet, overrides: [] }))
      .flatMap(({ consequences }) => consequences)
      .find(({ kind }) => kind === 'builds_index');
  expect(consequence(known)).toMatchObject({
    message: expect.stringContaining('builds txindex from all blocks, which takes about 12 hours'),
    hours: { from: 12, to: 12, measured: true },
  });
  expect(consequence({ ...known, hostBytesPerHour: null })).toMatchObject({
    hours: { from: 3, to: 24, measured: false },
  });
});

test('on regtest, a change that builds an index speaks of seconds, and not of hours', () => {
  const regtest = { network: 'regtest' as const, overrides: [{ key: 'txindex', value: '0' }], build: known };
  const built = nodeChanges(wish(regtest), wish({ ...regtest, overrides: [] }))
    .flatMap(({ consequences }) => consequences)
    .filter(({ kind }) => kind === 'builds_index');
  expect(built).toMatchObject([{ message: expect.stringContaining('which takes seconds'), hours: { from: 0, to: 0 } }]);
});
