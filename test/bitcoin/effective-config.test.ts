import { describe, expect, test } from 'vitest';
import { effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import type { ConfigOverride, NodeConfig } from '../../src/bitcoin/node-config.ts';
import { configWith, override } from './config.ts';

const setting = (key: string, overrides: readonly ConfigOverride[], more: Partial<NodeConfig> = {}) =>
  effectiveConfig(configWith(overrides, more)).find((one) => one.key === key);

describe('a note tells what a person would otherwise learn the hard way', () => {
  test.each([
    ['nosuchkey', '1', 'does not know this key and ignores it'],
    ['maxconection', '5', 'did you mean maxconnections?'],
    ['blocksonly', 'true', 'reads a word as 0'],
    ['reindex', '1', 'rebuilds at every start'],
    ['reindex-chainstate', '1', 'rebuilds at every start'],
    ['rpcthreads', '8', 'includes one thread'],
    ['dbcache', '900', 'dbcache and maxmempool together may use 1156 of the node’s 1024 MiB'],
    ['maxmempool', '800', 'dbcache and maxmempool together may use 1056 of the node’s 1024 MiB'],
  ])('%s', (key, value, note) => {
    expect(setting(key, [override(key, value)])?.note).toContain(note);
  });

  test.each([
    ['dbcache', '300'],
    ['reindex', '0'],
    ['blocksonly', '1'],
    ['txindex', 'true'],
    ['reindex-chainstate', '0'],
    ['flushwallet', '1'],
  ])('%s=%s needs none', (key, value) => {
    expect(setting(key, [override(key, value)])?.note).toBeNull();
  });

  test('a key that only one version knows is told by version', () => {
    const noteOf = (clientVersion: string) =>
      setting('blocksxor', [override('blocksxor', '0')], { clientVersion })?.note;
    expect(noteOf('28.1')).toBeNull();
    expect(noteOf('27.0')).toContain('bitcoind 27.0 does not know');
    expect(noteOf('99.0')).toMatch(/^checked against/);
  });

  test('a transaction index that is off says why', () => {
    expect(setting('txindex', [], { nodeType: 'pruned' })).toMatchObject({ value: '0', origin: 'default' });
    expect(setting('txindex', [], { nodeType: 'pruned' })?.note).toContain('and pruning');
  });
});

test('the caches and threads follow the node’s resources', () => {
  const of = (cpuCores: number, memoryMiB: number) =>
    ['dbcache', 'maxmempool', 'par'].map(
      (key) => setting(key, [], { resources: { cpuCores, memoryMiB, diskGiB: 5 } })?.value,
    );
  expect(of(0.1, 256)).toEqual(['64', '64', '1']);
  expect(of(2, 4096)).toEqual(['1024', '300', '2']);
  expect(of(64, 65_536)).toEqual(['4096', '300', '15']);
});

test('whatever the user did not set says why it is so', () => {
  for (const nodeType of ['full', 'pruned'] as const)
    expect(effectiveConfig(configWith([], { nodeType })).filter(({ note }) => note === null)).toEqual([]);
});

test('every setting is shown once, with who set it', () => {
  const shown = effectiveConfig(configWith([override('dbcache', '100'), override('par', '3')]));
  const keys = shown.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(shown.find(({ key }) => key === 'dbcache')).toMatchObject({ value: '100', origin: 'override' });
  expect(shown.find(({ key }) => key === 'rpcport')).toMatchObject({ value: '18443', origin: 'platform' });
  expect(shown.find(({ key }) => key === 'datadir')).toBeUndefined();
});
