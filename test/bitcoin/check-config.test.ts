import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { optionCatalog } from '../../src/bitcoin/clients/catalog.ts';
import type { ClientVersion } from '../../src/bitcoin/clients/registry.ts';
import type { ConfigOverride, NodeConfig } from '../../src/bitcoin/node-config.ts';
import { nodeSettings } from '../../src/bitcoin/node-settings.ts';
import { checkResources, defaultResources } from '../../src/bitcoin/resources.ts';
import { processorMs, unitOfWorkMs } from '../harness/processor-work.ts';
import { configWith, override } from './config.ts';
import { badValues, goodValue } from './option-values.ts';
import { targets } from './spellings.ts';

const messages = (overrides: readonly ConfigOverride[], more: Partial<NodeConfig> = {}, current?: ConfigOverride[]) => {
  const config = configWith(overrides, more);
  return [...checkConfig(config), ...checkOverrides(config, current === undefined ? null : { overrides: current })].map(
    ({ message }) => message,
  );
};
/** Overrides written as `key=value`, with a space between them. */
const given = (text: string) =>
  text
    .split(' ')
    .filter((pair) => pair !== '')
    .map((pair) => override(...(pair.split('=') as [string, string])));

/** The same for values that have an equals sign. */
const splitAtFirst = (text: string) =>
  text.split(' ').map((pair) => override(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)));

/** Options that only Bitcoin Knots documents. */
const knotsTexts: ReadonlySet<string> = new Set(['dustdynamic', 'mempoolreplacement', 'permitephemeral', 'uaappend']);

describe.each<ClientVersion>([
  ...['27.0', '28.1', '29.3', '30.2', '31.0', '32.1'].map((clientVersion) => ({
    client: 'bitcoind' as const,
    clientVersion,
  })),
  { client: 'knots', clientVersion: '29.3.knots20260508' },
])('the values of $client $clientVersion', (of) => {
  const options = optionCatalog(of).options.filter(({ platformReason }) => platformReason === null);

  test.each(options.map((option) => [option.key, option] as const))('%s', (key, option) => {
    expect(messages([override(key, goodValue(option))], of)).toEqual([]);
    for (const bad of badValues(option)) {
      expect(messages([override(key, bad)], of), `${key}=${bad}`).toEqual([expect.stringContaining(key)]);
    }
  });

  test('each option but a password has values that are refused', () => {
    const free = options.filter((option) => badValues(option).length === 0).map(({ key }) => key);
    expect(free.filter((key) => key !== 'torpassword' && !knotsTexts.has(key))).toEqual([]);
  });
});

describe('refuses values that bitcoind ignores or exits on, and names the allowed ones', () => {
  test.each([
    ['dbcache', '3', 'from 4 to 16384'],
    ['dbcache', '1e3', 'from 4 to 16384'],
    ['maxconnections', '-1', 'from 0 to 8192'],
    ['prune', '549', 'at least 550'],
    ['prune', '-550', 'at least 550'],
    ['par', '16', 'from -15 to 15'],
    ['maxmempool', '1', 'from 5'],
    ['assumevalid', 'zz', '64 hexadecimal digits'],
    ['txindex', 'yes', '1 or 0'],
    ['peerblockfilters', '1', 'blockfilterindex=1'],
    ['rpcthreads', '0', 'from 1 to 256'],
    ['debug', 'util', 'one of'],
    ['debugexclude', 'none', 'one of'],
    ['loglevel', 'nosuch:debug', 'info, debug or trace'],
    ['uacomment', 'a#b', 'comment'],
    ['uacomment', 'a\nrpcport=1', 'line breaks'],
    ['uacomment', 'a\u2028b', 'line breaks'],
    ['uacomment', 'x'.repeat(4097), 'at most 4096'],
    ['zmqpubrawblock', 'tcp://127.0.0.1:28332', 'endpoints show it'],
    ['nozmqpubrawtx', '1', 'has no meaning'],
  ])('%s=%j', (key, value, allowed) => {
    expect(messages([override(key, value)])).toEqual([expect.stringContaining(allowed)]);
  });

  test.each([
    ['dbcache', '4'],
    ['dbcache', ' 450 '],
    ['par', '-2'],
    ['debug', 'none'],
    ['loglevel', 'net:trace'],
    ['prune', '0'],
    ['txindex', 'TRUE'],
    ['notxindex', '1'],
    ['assumevalid', 'A'.repeat(64)],
    ['regtest.dbcache', '100'],
    ['addnode', '192.0.2.1:18444'],
    ['nosuchkey', ''],
  ])('but not those that it takes: %s=%j', (key, value) => {
    expect(messages([override(key, value)])).toEqual([]);
  });

  test('only a repeatable key may be given twice, in whatever spelling', () => {
    expect(messages(given('addnode=192.0.2.1 addnode=192.0.2.2'))).toEqual([]);
    for (const pair of ['dbcache=9 dbcache=9', 'txindex=1 notxindex=1', 'zmqpubrawtx=1 regtest.zmqpubrawtx=1'])
      expect(messages(given(pair)), pair).toContainEqual(expect.stringMatching(/is set twice/));
  });
});

test.each([
  ['pruned', 'txindex=1', 'choose node type full'],
  ['pruned', 'notxindex=0', 'choose node type full'],
  ['pruned', 'prune=0', 'choose node type full'],
  ['full', 'prune=550', 'choose node type pruned'],
  ['full', 'prune=1', 'choose node type pruned'],
  ['pruned', 'prune=1', null],
  ['full', 'prune=550 txindex=true', 'choose node type pruned'],
  ['pruned', 'prune=2000 txindex=0', null],
  ['full', 'prune=0 txindex=1', null],
] as const)(
  'bitcoind refuses prune and a transaction index together: a %s node with «%s»: %s',
  (nodeType, text, advice) => {
    expect(messages(given(text), { nodeType })).toEqual(advice === null ? [] : [expect.stringContaining(advice)]);
  },
);

describe('protected keys', () => {
  test.each(targets)('%s is refused in every spelling, and the message says to remove it', (key) => {
    for (const spelled of [
      ...[key, `no${key}`, `nono${key}`, key.toUpperCase(), `-${key}`, `--${key}`, ` ${key}\t`, `regtest.${key}`],
      ...[`main.no${key}`, `[regtest]${key}`, `dbcache=1\n${key}`, [...key].join('\u200b')],
    ]) {
      const [issue] = checkConfig(configWith([override(spelled, '7')]));
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
    expect(messages(given('main.dbcache=100'))).toEqual([expect.stringContaining('a network other than regtest')]);
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

test('refuses the platform’s keys, and names the alternative to a reindex option', () => {
  const keys = ['stopatheight', 'stopafterblockimport', 'mocktime', 'asmap', 'loadblock', 'capturemessages'];
  for (const key of [...keys, 'rpcdoccheck', 'reindex', 'reindex-chainstate', 'noreindex'])
    expect(messages([override(key, '1')]), key).toEqual([expect.stringContaining('remove it')]);
  expect(messages(given('reindex=1'))[0]).toMatch(/free disk space.*go back.*restart the node/);
});

describe('what bitcoind refuses in combination', () => {
  test.each([
    ['remove', 'forcednsseed=1 dnsseed=0'],
    ['forcednsseed', 'forcednsseed=1 connect=192.0.2.1'],
    ['requires i2psam', 'onlynet=i2p'],
    ['requires cjdnsreachable', 'onlynet=cjdns'],
    ['requires proxy', 'onlynet=onion nolistenonion=1'],
    ['at most 125', 'maxmempool=5 limitdescendantsize=1000'],
    ['at least 0.00100000', 'minrelaytxfee=0.001 maxtxfee=0.0001'],
    ['200 characters', ['a', 'b', 'c'].map((each) => `uacomment=${each.repeat(90)}`).join(' ')],
  ])('%s', (reason, overrides) => {
    expect(messages(given(overrides)).length).toBeGreaterThan(0);
    for (const message of messages(given(overrides))) expect(message).toContain(reason);
  });

  test.each([
    ['onion services by their own proxy', 'onlynet=onion onion=127.0.0.1:9050'],
    ['I2P with its proxy', 'onlynet=i2p i2psam=127.0.0.1:7656'],
    ['a large package in a large mempool', 'maxmempool=300 limitdescendantsize=1000'],
    ['a relay fee rate below that of replacements', 'minrelaytxfee=0 incrementalrelayfee=0.001 maxtxfee=0.0001'],
  ])('but takes %s', (_what, overrides) => {
    expect(messages(given(overrides))).toEqual([]);
  });
});

describe('what a version refuses, and another one takes or ignores', () => {
  test.each<[string, string, string, RegExp]>([
    ['dbcache=16385', '28.1', '29.3', /^dbcache must be a whole number from 4 to 16384/],
    ['maxmempool=5 limitclustersize=126', '31.0', '30.2', /^limitclustersize must be at most 125 .* of 5 MB$/],
    ['maxmempool=5 limitdescendantsize=126', '30.2', '31.0', /^limitdescendantsize must be at most 125 .* of 5 MB$/],
    ['maxtxfee=0.000005', '28.1', '29.3', /^maxtxfee must be at least 0.00001000/],
    ['paytxfee=0.0000005', '30.2', '31.0', /^paytxfee must be at least 0.00000100/],
  ])('%s: %s, not %s', (overrides, refuses, accepts, reason) => {
    expect(messages(given(overrides), { clientVersion: accepts })).toEqual([]);
    const found = new Set(messages(given(overrides), { clientVersion: refuses }));
    expect([...found]).toEqual([expect.stringMatching(reason)]);
  });
});

describe('the forms that each version takes', () => {
  test.each<[text: string, accepts: string, refuses: string]>([
    ['proxy=192.0.2.1:9050=onion', '30.3', '29.4'],
    ['proxy=192.0.2.1=tor', '32.1', '28.1'],
    ['proxy=192.0.2.1 proxy=0=cjdns', '31.1', '28.1'],
    ['whitelist=in,out@192.0.2.1', '28.0', '27.0'],
    ['debug=kernel', '31.1', '30.3'],
    ['debug=privatebroadcast', '31.1', '30.3'],
    ['debugexclude=mining', '32.1', '31.1'],
    ['loglevel=kernel:trace', '31.1', '30.3'],
    ['asmap=1', '31.1', '30.3'],
  ])('%s: %s, not %s', (text, accepts, refuses) => {
    expect(messages(splitAtFirst(text), { clientVersion: accepts })).toEqual([]);
    expect(messages(splitAtFirst(text), { clientVersion: refuses })).not.toEqual([]);
  });

  test.each([
    'proxy=192.0.2.1',
    'proxy=',
    'onion=[2001:db8::1]:9050',
    'onion=0',
    'i2psam=192.0.2.1',
    'torcontrol=192.0.2.1',
    `assumevalid=0x${'a'.repeat(64)}`,
    'bantime=99999999999',
    'timeout=0',
    'mempoolexpiry=0',
    'rpcservertimeout=0',
    'blockfilterindex=basic',
  ])('every version takes %s', (text) => {
    for (const clientVersion of ['27.0', '28.1', '29.4', '30.3', '31.1', '32.1'])
      expect(messages(splitAtFirst(text), { clientVersion }), clientVersion).toEqual([]);
  });

  test('a Unix socket is refused because the container has none', () => {
    expect(messages([override('proxy', 'unix:/run/tor/socks')], { clientVersion: '31.1' })).toEqual([
      expect.stringContaining('no Unix socket, because the node’s container has none'),
    ]);
  });
});

describe('a line that sets what the platform sets anyway', () => {
  const lines = [
    ...['server=1', 'listen=1', 'rest=0', 'upnp=0', 'natpmp=0', 'daemon=1', 'daemon=0', 'daemonwait=1', 'testnet=0'],
    ...['regtest=1', 'signet=0', 'chain=regtest', 'noupnp=1', 'nodaemon=0', 'regtest.server=1', 'printtoconsole=1'],
  ];
  test.each(lines)('%s is accepted', (line) => {
    expect(messages(splitAtFirst(line))).toEqual([]);
  });

  test.each(lines)('%s is never rendered', (line) => {
    const settings = (overrides: ConfigOverride[]) => nodeSettings(configWith(overrides, { clientVersion: '31.1' }));
    expect(settings(splitAtFirst(line))).toEqual(settings([]));
  });

  test.each([
    'server=0',
    'listen=0',
    'rest=1',
    'upnp=1',
    'natpmp=1',
    'testnet=1',
    'regtest=0',
    'chain=main',
    'SERVER=1',
  ])('%s is refused', (line) => {
    expect(messages(splitAtFirst(line))).toEqual([expect.stringContaining('managed by the platform')]);
  });
});

test.each(['testactivationheight=bip34@2', 'vbparams=testdummy:0:1'])(
  '%s applies to every test network from 32 on',
  (text) => {
    const on = (network: NodeConfig['network'], clientVersion: string) =>
      messages(splitAtFirst(text), { network, clientVersion }).length;
    expect([on('signet', '31.1'), on('signet', '32.1'), on('mainnet', '32.1')]).toEqual([1, 0, 1]);
  },
);

test('privatebroadcast with connect is refused, whichever of them is set last', () => {
  const found = messages(given('privatebroadcast=1 onion=192.0.2.1 connect=192.0.2.2'), { clientVersion: '31.1' });
  expect(found).toEqual(Array(2).fill(expect.stringContaining('remove one of them')));
});

test('what works on regtest only is refused elsewhere', () => {
  expect(messages([override('vbparams', 'taproot:0:1')], { network: 'signet' })).toHaveLength(1);
  expect(messages([override('acceptnonstdtxn', '1')], { network: 'mainnet' })).toHaveLength(1);
  expect(messages([override('acceptnonstdtxn', '0')], { network: 'mainnet' })).toEqual([]);
});

test('block files that are obfuscated stay so: blocksxor=0 is for new nodes', () => {
  expect(messages([override('blocksxor', '0')])).toEqual([]);
  expect(messages([override('blocksxor', '0')], {}, [])).toEqual([expect.stringContaining('when you create a node')]);
});

test('refuses a new value that contradicts an earlier one, whichever changes', () => {
  const former = given('limitdescendantsize=1000 maxtxfee=0.001');
  for (const added of ['maxmempool=5', 'minrelaytxfee=0.01', 'incrementalrelayfee=0.01'])
    expect(messages([...former, ...given(added)], {}, former), added).toHaveLength(1);
  expect(messages([...former, ...given('maxmempool=40 minrelaytxfee=0.0001')], {}, former)).toEqual([]);
});

test('an override that was accepted before is judged again only when it changes', () => {
  const former = [override('reindex', '1'), override('listenonion', 'yes')];
  expect(messages([...former, override('dbcache', '100')], {}, former)).toEqual([]);
  expect(messages([override('reindex', '0'), override('listenonion', 'on')], {}, former)).toHaveLength(2);
});
