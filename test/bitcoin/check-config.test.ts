import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkResources, defaultResources } from '../../src/bitcoin/resources.ts';
import { processorMs, unitOfWorkMs } from '../harness/processor-work.ts';
import { configWith, override } from './config.ts';
import { targets } from './spellings.ts';

describe('values that bitcoind accepts in silence or dies of are refused, with what is allowed', () => {
  test.each([
    ['dbcache', 'abc', 'from 4 to 16384'],
    ['dbcache', '3', 'from 4 to 16384'],
    ['dbcache', '1e3', 'from 4 to 16384'],
    ['dbcache', '', 'from 4 to 16384'],
    ['maxconnections', '100000', 'from 0 to 8192'],
    ['maxconnections', '-1', 'from 0 to 8192'],
    ['prune', '100', 'at least 550'],
    ['prune', '549', 'at least 550'],
    ['prune', '-550', 'at least 550'],
    ['par', '16', 'from -15 to 15'],
    ['maxmempool', '1', 'from 5'],
    ['assumevalid', 'zz', '64 hexadecimal digits'],
    ['txindex', 'yes', '1 or 0'],
    ['txindex', '2', '1 or 0'],
    ['coinstatsindex', 'on', '1 or 0'],
    ['mempoolfullrbf', '-1', '1 or 0'],
    ['peerblockfilters', '1', 'blockfilterindex=1'],
    ['rpcthreads', '0', 'from 1 to 256'],
    ['uacomment', 'a#b', 'comment'],
    ['uacomment', 'a\nrpcport=1', 'line breaks'],
    ['uacomment', 'a\u2028b', 'line breaks'],
    ['uacomment', 'x'.repeat(4097), 'at most 4096'],
  ])('%s=%j', (key, value, allowed) => {
    const issues = checkConfig(configWith([override(key, value)]));
    expect(issues).toHaveLength(1);
    expect(issues[0]?.path).toEqual(['overrides', 0, 'value']);
    expect(issues[0]?.message).toContain(allowed);
  });
});

describe('values that bitcoind takes are taken', () => {
  test.each([
    ['dbcache', '4'],
    ['dbcache', ' 450 '],
    ['par', '-2'],
    ['prune', '0'],
    ['txindex', 'TRUE'],
    ['notxindex', '1'],
    ['assumevalid', '0'],
    ['assumevalid', 'A'.repeat(64)],
    ['regtest.dbcache', '100'],
    ['addnode', '192.0.2.1:18444'],
    ['nolistenonion', '1'],
    ['uacomment', 'my node'],
    ['nosuchkey', ''],
  ])('%s=%j', (key, value) => {
    expect(checkConfig(configWith([override(key, value)]))).toEqual([]);
  });

  test('a key that may be repeated may be given twice, any other may not, in whatever spelling', () => {
    expect(checkConfig(configWith([override('addnode', '192.0.2.1'), override('addnode', '192.0.2.2')]))).toEqual([]);
    for (const [first, second] of [
      ['dbcache', 'dbcache'],
      ['txindex', 'notxindex'],
      ['txindex', 'regtest.txindex'],
    ] as const) {
      const value = first === 'dbcache' ? '1000' : '1';
      const issues = checkConfig(configWith([override(first, value), override(second, '1')]));
      expect(issues.some(({ path }) => path[1] === 1)).toBe(true);
    }
  });
});

describe('prune and the transaction index, which bitcoind refuses to have together', () => {
  const overridesOf = (text: string) =>
    text
      .split(' ')
      .filter((pair) => pair !== '')
      .map((pair) => override(...(pair.split('=') as [string, string])));
  test.each([
    ['pruned', 'txindex=1', 'choose node type full'],
    ['pruned', 'notxindex=0', 'choose node type full'],
    ['pruned', 'prune=0', 'choose node type full'],
    ['full', 'prune=550', 'choose node type pruned'],
    ['full', 'prune=1', 'choose node type pruned'],
    ['full', 'prune=550 txindex=true', 'choose node type pruned'],
    ['pruned', '', null],
    ['pruned', 'prune=2000 txindex=0', null],
    ['full', 'prune=0 txindex=1', null],
  ] as const)('a %s node with «%s»: %s', (nodeType, text, advice) => {
    const issues = checkConfig(configWith(overridesOf(text), { nodeType }));
    expect(issues.map(({ message }) => message)).toEqual(advice === null ? [] : [expect.stringContaining(advice)]);
  });
});

describe('protected keys', () => {
  test.each(targets)('%s is refused in every spelling, and the message says to remove it', (key) => {
    for (const spelled of [
      ...[key, `no${key}`, `nono${key}`, key.toUpperCase(), `-${key}`, `--${key}`, ` ${key}\t`, `regtest.${key}`],
      ...[`main.no${key}`, `[regtest]${key}`, `dbcache=1\n${key}`, [...key].join('\u200b')],
    ]) {
      const [issue] = checkConfig(configWith([override(spelled, '1')]));
      expect(issue?.path, spelled).toEqual(['overrides', 0, 'key']);
      expect(issue?.message, spelled).toContain('is managed by the platform; remove it');
    }
  });

  test('a key of many megabytes is refused at once', () => {
    const config = configWith([override('no'.repeat(5_000_000), '1')]);
    expect(processorMs(() => checkConfig(config))).toBeLessThan(100 * unitOfWorkMs());
    expect(checkConfig(config)[0]?.path).toEqual(['overrides', 0, 'key']);
  });

  test('a key of another network’s section is refused', () => {
    expect(checkConfig(configWith([override('main.dbcache', '100')]))[0]?.message).toContain(
      'a network other than regtest',
    );
  });
});

test('every fault is told at once, each with the path to it', () => {
  const faulty = configWith([override('dbcache', 'abc'), override('rpcport', '1'), override('par', '99')], {
    resources: { cpuCores: 0, memoryMiB: 1024, diskGiB: 5 },
  });
  expect(checkConfig(faulty).map(({ path }) => path.join('.'))).toEqual([
    ...['resources.cpuCores', 'overrides.0.value', 'overrides.1.key', 'overrides.2.value'],
  ]);
});

test('there may be 200 overrides and no more', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => override('addnode', `192.0.2.${index}`));
  expect(checkConfig(configWith(many(200)))).toEqual([]);
  expect(checkConfig(configWith(many(201)))).toEqual([
    { path: ['overrides'], message: 'there must be at most 200 overrides' },
  ]);
});

describe('resources', () => {
  test('the defaults are the service’s, and a pruned node needs less disk', () => {
    expect(defaultResources('mainnet', 'full')).toEqual({ cpuCores: 2, memoryMiB: 4096, diskGiB: 1200 });
    expect(defaultResources('signet', 'full')).toEqual({ cpuCores: 1, memoryMiB: 4096, diskGiB: 100 });
    expect(defaultResources('regtest', 'full')).toEqual({ cpuCores: 1, memoryMiB: 1024, diskGiB: 1 });
    expect(defaultResources('mainnet', 'pruned')).toMatchObject({ cpuCores: 2, memoryMiB: 4096, diskGiB: 20 });
  });

  test('nonsense is refused for each figure', () => {
    const issues = checkResources({ cpuCores: Number.NaN, memoryMiB: 255, diskGiB: 1.5 });
    expect(issues.map(({ path }) => path[0])).toEqual(['cpuCores', 'memoryMiB', 'diskGiB']);
  });
});
