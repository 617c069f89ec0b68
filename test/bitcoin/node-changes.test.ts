import { expect, test } from 'vitest';
import { type BuildBasis, buildHours, describeHours } from '../../src/bitcoin/consequences.ts';
import type { Network } from '../../src/bitcoin/network.ts';
import { nodeChanges } from '../../src/bitcoin/node-changes.ts';
import { processorMs, unitOfWorkMs } from '../harness/processor-work.ts';
import { override } from './config.ts';
import { changeCases, wish } from './node-wish.ts';

test.each(changeCases)('a node that $what tells each change with what follows from it', ({ from, to, expected }) => {
  const changes = nodeChanges(wish(from), wish(to));
  const kinds = changes.map(({ field, consequences }) => [field, consequences.map(({ kind }) => kind)]);
  expect(Object.fromEntries(kinds)).toEqual(expected);
});

test('a change shows what was and what becomes, and hides secrets', () => {
  const from = wish({ overrides: [override('torpassword', 'old-secret')] });
  const to = wish({
    overrides: [override('torpassword', 'new-secret'), override('addnode', 'a'), override('addnode', 'b')],
    resources: { cpuCores: 1, memoryMiB: 2048, diskGiB: 5 },
  });
  const consequences = [expect.anything()];
  expect(nodeChanges(from, to)).toEqual([
    { field: 'resources.memoryMiB', from: '1024', to: '2048', consequences },
    { field: 'overrides.torpassword', from: null, to: null, consequences },
    { field: 'overrides.addnode', from: null, to: 'a, b', consequences },
  ]);
});

test('a node that does not run learns that its container changes with the next start', () => {
  const stopped = { desiredState: 'stopped' } as const;
  const [change] = nodeChanges(wish(stopped), wish({ ...stopped, clientVersion: '28.0' }));
  expect(change?.consequences[0]?.message).toContain('takes effect at the next start');
});

test('a change that restarts or stops a node names its loaded wallets', () => {
  const current = wish({ loadedWallets: ['savings', '', ...Array.from({ length: 9 }, (_, index) => `w${index}`)] });
  const messages = nodeChanges(current, wish({ resources: { cpuCores: 1, memoryMiB: 2048, diskGiB: 5 } }))
    .concat(nodeChanges(current, wish({ desiredState: 'stopped' })))
    .map(({ consequences }) => consequences[0]?.message);
  expect(messages).toEqual([
    expect.stringContaining(
      'loaded again with it (savings, the default wallet, w0, w1, w2, w3, w4, w5, w6, w7, 1 more)',
    ),
    expect.stringContaining('loaded again at its next start (savings'),
  ]);
});

test('hundreds of overrides are judged within a moment', () => {
  const overrides = Array.from({ length: 200 }, (_, index) => override(`uacomment${index}`, 'x'));
  expect(processorMs(() => nodeChanges(wish({}), wish({ overrides })))).toBeLessThan(20 * unitOfWorkMs());
  expect(nodeChanges(wish({}), wish({ overrides }))).toHaveLength(200);
});

const gibibyte = 2 ** 30;
const known: BuildBasis = { height: 900_000, chainBytes: 600 * gibibyte, hostBytesPerHour: 50 * gibibyte };
const unknown: BuildBasis = { ...known, hostBytesPerHour: null };
const typical = (from: string, to: string) => `typically ${from} to ${to}; this host’s own rate is not known yet`;

test.each<[Network, BuildBasis, number, number, boolean, string]>([
  ['mainnet', known, 12, 12, true, 'about 12 hours at this host’s rate'],
  ['signet', { ...known, chainBytes: 5 * gibibyte }, 0.1, 0.1, true, 'about 6 minutes at this host’s rate'],
  ['mainnet', unknown, 3, 24, false, typical('3 hours', '24 hours')],
  ['signet', { ...known, chainBytes: null }, 0.2, 2, false, typical('12 minutes', '2 hours')],
  ['regtest', known, 0, 0, false, 'seconds'],
])(
  'on %s with %j an index takes %d to %d hours (measured: %s), in words: %s',
  (network, basis, from, to, measured, words) => {
    const hours = buildHours('txindex', network, basis);
    expect(hours).toEqual({ from, to, measured });
    expect(describeHours(hours)).toBe(words);
    const without = { network, build: basis, overrides: [override('txindex', '0')] };
    const [change] = nodeChanges(wish(without), wish({ ...without, overrides: [] }));
    const message = `builds txindex from all blocks, which takes more disk and ${words}`;
    expect(change?.consequences).toContainEqual({
      kind: 'builds_index',
      hours,
      message: expect.stringContaining(message),
    });
  },
);
