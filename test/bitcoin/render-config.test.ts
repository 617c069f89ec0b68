import { describe, expect, test } from 'vitest';
import { configHash, configLines } from '../../src/bitcoin/config-lines.ts';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import { configChanges, effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import type { ConfigOverride, NodeConfig } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { rpcAuth } from '../../src/bitcoin/rpc-auth.ts';
import { publishedTopics } from '../../src/bitcoin/zmq-topics.ts';
import { configWith, credentials, override, template } from './config.ts';

const render = (...given: Parameters<typeof configWith>) => renderConfig(configWith(...given), template, credentials);

describe('the rendered configuration', () => {
  test('has credentials on top, the rest in the network’s section, booleans as 0 and 1', () => {
    const text = render([override('blockfilterindex', 'true'), override('addnode', '192.0.2.1')]);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines).toEqual([
      ...[`rpcauth=${credentials.platformRpcAuths[0]}`, `rpcauth=${credentials.agentRpcAuth}`],
      ...['rpcwhitelist=satrap-agent:getblockchaininfo,uptime', 'rpcwhitelistdefault=0', 'allowignoredconf=1'],
      ...['[regtest]', 'dbcache=256', 'maxmempool=256', 'par=1', 'rpcthreads=5', 'txindex=1'],
      ...['blockfilterindex=1', 'addnode=192.0.2.1'],
    ]);
  });

  test('limits the gateways’ user to its methods', () => {
    const gateway = { rpcAuth: 'satrap-gateway:aa$bb', whitelist: ['getblockcount', 'getblock'] };
    const lines = renderConfig(configWith([]), template, { ...credentials, gateway }).split('\n');
    expect(lines).toContain('rpcauth=satrap-gateway:aa$bb');
    expect(lines).toContain('rpcwhitelist=satrap-gateway:getblockcount,getblock');
  });

  test('of a pruned node prunes and has no transaction index', () => {
    const text = render([], { nodeType: 'pruned' });
    expect(text).toContain('\nprune=550\n');
    expect(text).toContain('\ntxindex=0');
  });

  test('gives the daemon one more RPC thread than requested, for the agent’s wait', () => {
    expect(render([override('rpcthreads', '8')])).toContain('\nrpcthreads=9');
  });

  test('is never made of a configuration that has faults', () => {
    expect(() => render([override('datadir', '/')])).toThrow('managed by the platform');
  });

  test('keeps dollar signs and braces of a value as they are', () => {
    const value = "$& {{credentials}} $'";
    expect(render([override('uacomment', value)])).toContain(`\nuacomment=${value}\n`);
  });
});

test('a daemon whose ports are published on IPv6 listens there as well', () => {
  const paths = { dataDir: '/d', configFile: '/c', settingsFile: '/s' };
  const added = daemonArguments(configWith([]), paths, { isOnIPv6: true }).filter(
    (argument) => !daemonArguments(configWith([]), paths).includes(argument),
  );
  expect(added).toEqual(['-rpcbind=::', '-rpcallowip=::/0', '-bind=[::]:18444']);
});

test('rpcauth is made as bitcoind’s own script makes it', () => {
  // What share/rpcauth/rpcauth.py computes for this salt and password: hmac.new(salt, password, 'SHA256').
  expect(rpcAuth('u', 'secret', 'f7efda5c189b999524f151318c0c86')).toBe(
    'u:f7efda5c189b999524f151318c0c86$9e494a814006f94569de3e99ac746fd05374750f7b1ee2307d2528dd64a810a5',
  );
});

describe('the lines that tell whether another agent runs a node as asked', () => {
  const config = configWith([override('addnode', '192.0.2.1'), override('addnode', '192.0.2.2')]);

  test('are what our agent gives its daemon, the chain first, and nothing of the host', () => {
    const lines = configLines(config).map(({ key, value }) => `${key}=${value}`);
    expect(lines[0]).toBe('chain=regtest');
    const paths = { dataDir: '/d', configFile: '/c', settingsFile: '/s' };
    const given = [
      ...daemonArguments(config, paths).map((argument) => argument.slice(1)),
      ...renderConfig(config, template, credentials).split('\n'),
    ];
    expect(lines.filter((line) => !given.includes(line))).toEqual([]);
    const added = given.filter((line) => /^\w/.test(line) && !lines.includes(line)).map((line) => line.split('=')[0]);
    expect(new Set(added)).toEqual(
      new Set([
        ...[
          'datadir',
          'conf',
          'allowignoredconf',
          'noincludeconf',
          'settings',
          'daemon',
          'printtoconsole',
          'nodebuglogfile',
        ],
        ...['norpcbind', 'rpcbind', 'norpcallowip', 'rpcallowip', 'rpcport', 'nowhitebind', 'nobind', 'bind', 'port'],
        ...['rpcauth', 'rpcwhitelist', 'rpcwhitelistdefault'],
      ]),
    );
  });

  test('do not change with the disk or the spelling of an override', () => {
    const resources = { ...config.resources, diskGiB: 900 };
    expect(configLines({ ...config, resources })).toEqual(configLines(config));
    const lines = configLines(configWith([override('blockfilterindex', ' true ')]));
    expect(lines).toEqual(configLines(configWith([override('blockfilterindex', '1')])));
  });

  test('are hashed in their order, in UTF-8', () => {
    // printf 'chain=main\nuacomment=é\n' | sha256sum
    const lines = Object.entries({ chain: 'main', uacomment: 'é' }).map(([key, value]) => ({ key, value }));
    expect(configHash(lines)).toBe('8bc3a2b7b6b9b0d6a759696035803944927ce0cc192dd48530295b4d4620dc13');
    expect(configHash(lines.toReversed())).not.toBe(configHash(lines));
  });
});

describe('the effective configuration', () => {
  const setting = (key: string, overrides: readonly ConfigOverride[], more: Partial<NodeConfig> = {}) =>
    effectiveConfig(configWith(overrides, more)).find((one) => one.key === key);

  test.each([
    ['nosuchkey', '1', 'does not know this key and ignores it'],
    ['maxconection', '5', 'did you mean maxconnections?'],
    ['blocksonly', 'true', 'reads a word as 0'],
    ['reindex', '1', 'rebuilds at every start'],
    ['rpcthreads', '8', 'includes one thread'],
    ['dbcache', '900', 'dbcache and maxmempool together may use 1144 of the node’s 1024 MiB'],
    ['zmqpubrawtx', '1', 'its endpoints show where'],
    ['dbcache', '300', null],
    ['reindex', '0', null],
    ['blocksonly', '1', null],
    ['txindex', 'true', null],
  ])('notes what a person would otherwise learn the hard way: %s=%s', (key, value, note) => {
    expect(setting(key, [override(key, value)])?.note).toEqual(note && expect.stringContaining(note));
  });

  test('tells a key that only one version knows by version', () => {
    const noteOf = (clientVersion: string) =>
      setting('blocksxor', [override('blocksxor', '0')], { clientVersion })?.note;
    expect(noteOf('28.1')).toBeNull();
    expect(noteOf('27.0')).toContain('bitcoind 27.0 does not know');
    expect(noteOf('99.0')).toMatch(/^checked against/);
  });

  test('a transaction index that is off says why', () => {
    expect(setting('txindex', [], { nodeType: 'pruned' })).toMatchObject({
      ...{ value: '0', origin: 'default', note: expect.stringContaining('and pruning') },
    });
  });

  test('has caches and threads that follow the node’s resources', () => {
    const of = (cpuCores: number, memoryMiB: number) =>
      ['dbcache', 'maxmempool', 'par'].map(
        (key) => setting(key, [], { resources: { cpuCores, memoryMiB, diskGiB: 5 } })?.value,
      );
    expect(of(0.1, 256)).toEqual(['64', '64', '1']);
    expect(of(2, 4096)).toEqual(['1024', '300', '2']);
    expect(of(64, 65_536)).toEqual(['4096', '300', '15']);
  });

  test('has every setting once, with who set it and why, and no secret', () => {
    for (const nodeType of ['full', 'pruned'] as const)
      expect(effectiveConfig(configWith([], { nodeType })).filter(({ note }) => note === null)).toEqual([]);
    const shown = effectiveConfig(configWith([override('dbcache', '100')]));
    const byKey = new Map(shown.map((each) => [each.key, each]));
    expect(byKey.size).toBe(shown.length);
    expect(byKey.get('dbcache')).toMatchObject({ value: '100', origin: 'override' });
    expect(byKey.get('rpcport')).toMatchObject({ value: '18443', origin: 'platform' });
    expect(byKey.has('datadir')).toBe(false);
    expect(byKey.get('rpcauth')?.value).toBeNull();
    expect(JSON.stringify(shown)).not.toContain('rpcauth=');
  });
});

const at = (port: number) => `tcp://0.0.0.0:${port}`;
const two = [override('zmqpubsequence', '1'), override('regtest.zmqpubrawblock', '1')];
const limited = [override('zmqpubhashblockhwm', '5'), override('zmqpubhashblock', '1')];

test.each<[string, ConfigOverride[], string[], string[]]>([
  // In the order of their ports, whatever the order of the overrides.
  ['two topics', two, ['rawblock', 'sequence'], [`zmqpubsequence=${at(28336)}`, `zmqpubrawblock=${at(28332)}`]],
  ['a topic that is off', [override('zmqpubhashtx', '0')], [], []],
  ['a limit of messages', limited, ['hashblock'], ['zmqpubhashblockhwm=5', `zmqpubhashblock=${at(28334)}`]],
])('a node with %s publishes and is configured so', (_what, overrides, topics, lines) => {
  expect(publishedTopics(configWith(overrides))).toEqual(topics);
  const rendered = render(overrides).split('\n');
  expect(rendered.filter((line) => line.startsWith('zmq'))).toEqual(lines);
});

test.each([
  ['28.1', false],
  ['29.4', false],
  ['30.3', true],
  ['32.1', true],
] as const)('the daemon of %s asks no router for a port', (clientVersion, isRendered) => {
  expect(/^natpmp=0$/m.test(render([], { clientVersion }))).toBe(isRendered);
});

test.each(['proxy', 'onion', 'i2psam', 'torcontrol'])(
  '%s on the loopback address says that it leads nowhere',
  (key) => {
    const settings = effectiveConfig(configWith([override(key, '127.0.0.1:9050')], { clientVersion: '31.1' }));
    expect(settings.find((each) => each.key === key)?.note).toMatch(
      /own container, where no proxy runs.*172\.17\.0\.1/,
    );
  },
);

test('the effective configuration and its changes hide the secret of an override', () => {
  const [before, after] = ['old-secret', 'new-secret'].map((value) => configWith([override('torpassword', value)]));
  if (before === undefined || after === undefined) throw new Error('two configurations');
  expect(effectiveConfig(before).find(({ key }) => key === 'torpassword')).toMatchObject({ value: null });
  expect(configChanges(before, after)).toEqual([
    { key: 'torpassword', from: null, to: null, origin: 'override', note: null },
  ]);
});
