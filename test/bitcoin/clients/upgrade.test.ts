import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../../src/bitcoin/check-overrides.ts';
import { ofUpgrade } from '../../../src/bitcoin/clients/upgrade.ts';
import { nothingKnown } from '../../../src/bitcoin/consequences.ts';
import type { NodeConfig } from '../../../src/bitcoin/node-config.ts';
import { configWith, override } from '../config.ts';

const node = (clientVersion: string, overrides: [string, string][] = [], more: Partial<NodeConfig> = {}) =>
  configWith(
    overrides.map(([key, value]) => override(key, value)),
    { network: 'mainnet', clientVersion, ...more },
  );
const of = (config: NodeConfig, to: string, legacyWallets: string[] | null = [], height: number | null = null) =>
  ofUpgrade({ ...config, build: { ...nothingKnown, height }, legacyWallets }, to).map(
    ({ kind, message }) => `${kind}: ${message}`,
  );

const dropped = /option_dropped: mempoolfullrbf has no effect in 29.3; remove it/;
const unloadable = /wallets_unloadable: the legacy .* wallets the default wallet, savings do not load/;
const rebuilt = /builds_index: 30 rebuilds coinstatsindex.*indexes\/coinstats keeps/;
const exceeded = /memory_exceeded: dbcache may use 9000 MiB, but the node has 1024/;

test.each<[string, NodeConfig, string, string[] | null, RegExp]>([
  ['an option that is gone', node('28.1', [['mempoolfullrbf', '1']]), '29.3', [], dropped],
  ['one that is taken and ignored', node('29.3', [['maxorphantx', '9']]), '30.2', [], /option_dropped: maxorphantx/],
  ['one with a successor', node('30.2', [['limitancestorsize', '99']]), '31.0', [], /set limitclustersize instead/],
  ['a default of the version', node('29.3'), '30.2', [], /default_changes: .*datacarriersize 83 → 100000/],
  ['a default of ours', node('28.1'), '29.3', [], /default_changes: .*rpcthreads 5 → 17/],
  ['legacy wallets', node('29.3'), '30.2', ['', 'savings'], unloadable],
  ['wallets that are not known', node('28.1'), '31.0', null, /wallets_unloadable: legacy /],
  ['an index that is built again', node('29.3', [['coinstatsindex', '1']]), '30.2', [], rebuilt],
  ['a cache beyond the memory', node('28.1', [['dbcache', '9000']]), '31.0', [], exceeded],
  ['what the versions in between brought', node('28.1'), '31.0', [], /behavior_changes: .*0.1 sat\/vB/],
  ['what a release of its own major brought', node('29.0'), '29.1', [], /behavior_changes: .*0.1 sat\/vB/],
  ['defaults of 32', node('31.1'), '32.1', [], /default_changes: .*maxconnections 125 → 200/],
  ['the limit of RPC clients in 32', node('31.1'), '32.1', [], /behavior_changes: at most 16 RPC clients/],
  ['the format of the index in 32', node('31.1'), '32.1', [], /behavior_changes: new entries of the transaction index/],
  ['an index that a return builds again', node('32.1'), '31.1', [], /behavior_changes: 31.1 does not see the entries/],
  [
    'that nothing is known about a later major',
    node('31.1'),
    '33.0',
    [],
    /unknown_changes: .*no facts about Bitcoin Core 33;/,
  ],
  [
    'that nothing is known about an earlier major',
    node('26.2'),
    '28.1',
    [],
    /unknown_changes: .*no facts about Bitcoin Core 26;/,
  ],
  [
    'that nothing is known about a version of its own',
    node('custom'),
    '28.1',
    [],
    /unknown_changes: .*Bitcoin Core custom;/,
  ],
])('an upgrade names %s', (_what, config, to, wallets, found) => {
  expect(of(config, to, wallets)).toContainEqual(expect.stringMatching(found));
});

test('neither an upgrade within a major version nor an explicit default is a change', () => {
  expect(of(node('28.0', [['dbcache', '300']]), '28.1', null)).toEqual([]);
  expect(of(node('29.3'), '30.2', []).join()).not.toContain('wallets_unloadable');
  const indexed = node('29.3', [['coinstatsindex', '1']]);
  expect(of(indexed, '30.2', [], 900_000).join()).toContain('indexes/coinstats keeps about 146 MiB of disk');
  expect(of(node('31.0'), '30.2', null).filter((line) => !line.startsWith('default_changes'))).toEqual([]);
  expect(of(node('29.3', [['datacarriersize', '83']]), '30.2').join()).not.toContain('datacarriersize');
});

test('refuses what the previous version ignored and the next one exits on', () => {
  const current = node('28.1', [['blockreservedweight', '100']]);
  expect(checkOverrides({ ...current, clientVersion: '28.4' }, current)).toEqual([]);
  expect(checkOverrides({ ...current, clientVersion: '29.3' }, current)).toMatchObject([
    { message: expect.stringContaining('blockreservedweight must be a whole number from 2000') },
  ]);
  const cluster = node('30.2', [
    ['maxmempool', '5'],
    ['limitclustersize', '126'],
  ]);
  expect(checkOverrides({ ...cluster, clientVersion: '31.0' }, cluster).map(({ path }) => path[1])).toEqual([1, 0]);
  const fee = node('29.3', [['maxtxfee', '0.000005']]);
  expect(checkOverrides({ ...fee, clientVersion: '30.2' }, fee)).toEqual([]);
  expect(checkOverrides({ ...fee, clientVersion: '28.1' }, fee)).toHaveLength(1);
  expect(checkConfig(node('27.0', [], { network: 'testnet4' }))).toEqual([
    { path: ['clientVersion'], message: 'bitcoind 27.0 does not support testnet4: choose a later version' },
  ]);
  expect(checkConfig(node('28.1', [], { network: 'testnet4' }))).toEqual([]);
});

describe('an upgrade does not name', () => {
  const messages = (config: NodeConfig, to: string) => of(config, to).join();

  test('what the current version has already', () => {
    expect(messages(node('29.3'), '30.2')).not.toContain('0.1 sat/vB');
  });

  test('what an earlier major got in a later release', () => {
    expect(messages(node('28.3'), '29.4')).not.toContain('0.1 sat/vB');
  });

  test('a port for Tor, which nodes do not open', () => {
    expect(messages(node('28.1'), '29.4')).not.toContain('P2P');
  });

  test('an index that the node does not have', () => {
    expect(messages(node('32.1', [['txindex', '0']]), '31.1')).not.toContain('transaction index');
  });
});
