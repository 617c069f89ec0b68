import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { offeredNetworks } from '../../../src/agent/desired/host-offer.ts';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();
const { key } = folder;

afterAll(() => folder.remove());

describe('the settings', () => {
  test('the settings have the documented defaults', () => {
    expect(folder.load()).toMatchObject({
      url,
      apiKey: key,
      keyFile: null,
      insecureHttp: false,
      caFile: undefined,
      proxy: undefined,
      noProxy: [],
      name: hostname(),
      channel: 'stable',
      dataDir: '/var/lib/satrap',
      dockerSocket: '/var/run/docker.sock',
      allowUnlimited: false,
      dataRoot: undefined,
      dataRoots: {},
      images: {
        bitcoind: Object.fromEntries(
          ['31.0', '30.2', '29.3', '28.1', '28.0', '27.0'].map((version) => [version, `bitcoin/bitcoin:${version}`]),
        ),
      },
      networks: ['mainnet', 'signet'],
      allowRegtest: false,
      nodeTypes: ['full', 'pruned'],
      bindAddress: '127.0.0.1',
      p2pBindAddress: '0.0.0.0',
      zmqBindAddress: '127.0.0.1',
      advertiseHost: '127.0.0.1',
      portRange: { from: 20_000, to: 29_999 },
      overcommit: { cpu: 4, memory: 1, disk: 1 },
      nodeUser: '101:101',
      stopTimeoutSeconds: 600,
      outboxMaxEvents: 100_000,
      logLevel: 'info',
      logFormat: 'json',
      reconcileIntervalSeconds: 60,
      sampleIntervalSeconds: 30,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
    });
  });

  test('a flag outweighs the environment, which outweighs the configuration file', () => {
    const configPath = folder.file(
      'weights.toml',
      'name = "of-the-file"\nchannel = "of-the-file"\nlog_level = "debug"\n',
    );
    const env = {
      SATRAP_AGENT_API_KEY: key,
      SATRAP_AGENT_NAME: 'of-the-environment',
      SATRAP_AGENT_CHANNEL: 'of-the-environment',
    };
    expect(folder.load({ flags: { url, name: 'of-the-flag' }, env, configPath })).toMatchObject({
      name: 'of-the-flag',
      channel: 'of-the-environment',
      logLevel: 'debug',
    });
  });

  test('the settings are read from every kind of value that a file or a flag can hold', () => {
    const configPath = folder.file(
      'kinds.toml',
      'networks = ["signet"]\nallow_regtest = true\nstop_timeout = 90\nport_range = "30000-30100"\n[images.bitcoind]\n"28.1" = "example/bitcoin:28.1"\n[overcommit]\nmemory = 1.5\n',
    );
    expect(folder.load({ configPath })).toMatchObject({
      networks: ['signet'],
      allowRegtest: true,
      stopTimeoutSeconds: 90,
      portRange: { from: 30_000, to: 30_100 },
      images: { bitcoind: { '28.1': 'example/bitcoin:28.1' } },
      overcommit: { cpu: 4, memory: 1.5, disk: 1 },
    });
    const images = 'bitcoind/28.1=a/b:1,bitcoind/27.0=c@sha256:ab,knots/29.3.knots20260508=k/n:1';
    const overcommit = 'cpu=2, disk=0.9';
    const flags = { url, networks: 'mainnet, signet', allowRegtest: 'false', images, overcommit };
    expect(folder.load({ flags, configPath })).toMatchObject({
      networks: ['mainnet', 'signet'],
      allowRegtest: false,
      images: { bitcoind: { '28.1': 'a/b:1', '27.0': 'c@sha256:ab' }, knots: { '29.3.knots20260508': 'k/n:1' } },
      overcommit: { cpu: 2, memory: 1, disk: 0.9 },
    });
  });

  test.each([
    ['disk=0', 'overcommit.disk: must be from 0.1 to 100'],
    ['cpu=many', 'overcommit.cpu: must be a number from 0.1 to 100'],
    ['disks=1', 'may only contain cpu, memory and disk'],
  ])('a factor of overcommit such as %s is a fault', (overcommit, fault) => {
    expect(folder.faultsOf({ flags: { url, overcommit } })).toEqual([expect.stringContaining(fault)]);
  });

  test('images that are keyed by version alone, as they were before, are a fault that shows the new form', () => {
    const before = folder.file('before.toml', 'url = "https://a.test"\n[images]\n"28.1" = "example/bitcoin:28.1"\n');
    const fault = /must be CLIENT\/VERSION=IMAGE, such as bitcoind\/31.0=IMAGE.*\[images.bitcoind\]/;
    expect(folder.faultsOf({ configPath: before })).toEqual([expect.stringMatching(fault)]);
    expect(folder.faultsOf({ flags: { url, images: '28.1=a/b:1' } })).toEqual([expect.stringMatching(fault)]);
  });

  test('the engine’s socket comes from DOCKER_HOST, and the advertised host from the bind address unless that is every address', () => {
    const env = { SATRAP_AGENT_API_KEY: key, DOCKER_HOST: 'unix:///run/user/docker.sock' };
    expect(folder.load({ env }).dockerSocket).toBe('/run/user/docker.sock');
    expect(folder.load({ env: { SATRAP_AGENT_API_KEY: key, DOCKER_HOST: '' } }).dockerSocket).toBe(
      '/var/run/docker.sock',
    );
    for (const bindAddress of ['0.0.0.0', '::']) {
      expect(folder.load({ flags: { url, bindAddress } }).advertiseHost).toBe(hostname());
    }
    expect(folder.load({ flags: { url, bindAddress: '10.0.0.1' } }).advertiseHost).toBe('10.0.0.1');
  });

  test('the log is text for the journal where it goes there, unless the operator asks for JSON', () => {
    expect(folder.load({ logsToJournal: true }).logFormat).toBe('journal');
    expect(folder.load({ logsToJournal: true, flags: { url, logFormat: 'json' } }).logFormat).toBe('json');
  });

  test.each([
    ['tcp://10.0.0.1:2376', 'tcp://…'],
    ['ssh://me@host-2', 'ssh://…'],
  ])(
    'a DOCKER_HOST such as %s is a fault, because the agent would take the engine of its own host instead',
    (dockerHost, shown) => {
      const env = { SATRAP_AGENT_API_KEY: key, DOCKER_HOST: dockerHost };
      expect(folder.faultsOf({ env })).toEqual([
        `docker_socket: DOCKER_HOST is ${shown}, but only a unix socket is supported there; set --docker-socket, or --docker-host for TCP with TLS, or unset DOCKER_HOST`,
      ]);
      expect(folder.load({ env, flags: { url, dockerSocket: '/run/engine.sock' } }).dockerSocket).toBe(
        '/run/engine.sock',
      );
    },
  );

  test('a flag or variable that outweighs a key of the configuration file is named in a warning', () => {
    const configPath = folder.file('outweighed.toml', `url = "${url}"\nname = "of-the-file"\nchannel = "beta"\n`);
    const env = { SATRAP_AGENT_API_KEY: key, SATRAP_AGENT_NAME: 'of-the-environment' };
    const place = `of the configuration file ${configPath}`;
    expect(folder.loaded({ env, configPath }).warnings).toEqual([
      `--url overrides url ${place}`,
      `SATRAP_AGENT_NAME overrides name ${place}`,
    ]);
    expect(folder.loaded({ flags: {}, configPath }).warnings).toEqual([]);
  });

  test('a configuration file with the password of a proxy that every user can read is named in a warning, with what mends it', () => {
    const text = `url = "${url}"\nproxy = "http://me:${key}@proxy:3128"\n`;
    const open = folder.file('open.toml', text, 0o644);
    const [warning, ...others] = folder.loaded({ flags: {}, configPath: open }).warnings;
    expect(warning).toBe(
      `every user of this host can read the proxy’s password in ${open}; run: chgrp satrap ${open} && chmod 640 ${open}`,
    );
    expect(others).toEqual([]);
    const closed = folder.file('closed.toml', text, 0o640);
    expect(folder.loaded({ flags: {}, configPath: closed }).warnings).toEqual([]);
    const harmless = folder.file('harmless.toml', text.replace(`me:${key}@`, ''), 0o644);
    expect(folder.loaded({ flags: {}, configPath: harmless }).warnings).toEqual([]);
  });

  test('a data root is refused for an agent that is not root, because it could not remove the data of a deleted node', () => {
    const flags = { url, dataRoot: '/srv/chain' };
    expect(folder.load({ flags, uid: 0 }).dataRoot).toBe('/srv/chain');
    expect(folder.faultsOf({ flags, uid: 1000 })).toEqual([
      expect.stringMatching(/^data_root: the agent must run as root .* or remove data_root$/),
    ]);
  });

  test('data roots have names, and directories of which none lies in another', () => {
    const withRoots = (dataRoots: string, more: object = {}) => ({ flags: { url, dataRoots, ...more }, uid: 0 });
    expect(folder.load(withRoots('ssd=/mnt/ssd/, hdd=/srv/hdd')).dataRoots).toEqual({
      ssd: '/mnt/ssd',
      hdd: '/srv/hdd',
    });
    const configPath = folder.file('roots.toml', '[data_roots]\nssd = "/mnt/ssd"\n');
    expect(folder.load({ flags: { url }, uid: 0, configPath }).dataRoots).toEqual({ ssd: '/mnt/ssd' });
    const faults: [object, string][] = [
      [withRoots('default=/mnt'), 'default is the name of data_root'],
      [withRoots('S/D=/mnt'), 'the name of a data root must have 1 to 31 characters'],
      [withRoots('ssd=mnt'), 'must be an absolute path'],
      [withRoots('a=/mnt,b=/mnt/b'), 'must be directories that do not overlap'],
      [withRoots('a=/mnt/chain', { dataRoot: '/mnt' }), '/mnt/chain overlaps data_root'],
      [{ ...withRoots('ssd=/mnt'), uid: 1000 }, 'the agent must run as root'],
    ];
    for (const [sources, fault] of faults) expect(folder.faultsOf(sources)).toEqual([expect.stringContaining(fault)]);
  });

  test('a URL whose port no fetch connects to is refused', () => {
    expect(folder.faultsOf({ flags: { url: 'http://127.0.0.1:6000/graphql' } })).toEqual([
      expect.stringMatching(/^--url: has a port blocked by fetch .* listen on another port$/),
    ]);
  });

  test('regtest may be named as a network where it is allowed, and nowhere else', () => {
    const flags = { url, networks: 'regtest' };
    const { networks, allowRegtest } = folder.load({ flags: { ...flags, allowRegtest: 'true' } });
    expect(offeredNetworks({ networks, allowRegtest })).toEqual(['regtest']);
    expect(folder.faultsOf({ flags })).toEqual([expect.stringMatching(/^networks: .*needs allow_regtest = true$/)]);
  });

  test('a wrong configuration names every fault at once, each with the place where it was set', () => {
    const configPath = folder.file(
      'wrong.toml',
      'node_user = "root"\nstop_timout = 5\nport-range = "1-2"\nbananas = 1\n',
    );
    const env = { SATRAP_AGENT_NETWORKS: 'signet,testnet', SATRAP_AGENT_RECONCILE_INTERVAL: 'often' };
    const faults = folder.faultsOf({ flags: { url: 'ftp://x', portRange: '70000-70005' }, env, configPath }).join('\n');
    for (const part of [
      /--url: must be an http or https URL/,
      /--port-range: must be between 1 and 65535/,
      /SATRAP_AGENT_NETWORKS\.1: must be one of mainnet, signet/,
      /SATRAP_AGENT_RECONCILE_INTERVAL: must be a number of seconds/,
      /node_user: must be a numeric UID:GID other than root/,
      /unknown setting stop_timout; did you mean stop_timeout\?/,
      /unknown setting port-range; did you mean port_range\?/,
      /unknown setting bananas$/m,
      /no API key in/,
    ]) {
      expect(faults).toMatch(part);
    }
  });

  test('a missing URL and a missing or broken configuration file say what to do', () => {
    expect(folder.faultsOf({ flags: {} })).toEqual([expect.stringMatching(/^url: missing; set --url/)]);
    expect(folder.faultsOf({ configPath: join(folder.path, 'none.toml') })[0]).toMatch(/none\.toml: ENOENT/);
    expect(folder.faultsOf({ configPath: folder.file('broken.toml', 'name = \n') })[0]).toMatch(
      /is not valid TOML: .*\(line 1\)/,
    );
  });

  test('invariant 8: a URL that contains a password is refused, because it would be shown', () => {
    const faults = folder.faultsOf({ flags: { url: 'https://me:hunter2@satrap.example.com/graphql' } });
    expect(faults).toEqual(['--url: must not contain a user or password; the agent authenticates with its API key']);
  });
});

test('a setting that is faulty is not reported as missing too', () => {
  expect(folder.faultsOf({ flags: { url: 'nowhere' } })).toEqual(['--url: must be an http or https URL']);
  expect(folder.faultsOf({ flags: {}, env: { SATRAP_AGENT_API_KEY: key, SATRAP_AGENT_URL: 'nowhere' } })).toEqual([
    'SATRAP_AGENT_URL: must be an http or https URL',
  ]);
  // An error of another setting with the same prefix does not hide a missing one.
  expect(folder.faultsOf({ flags: {}, configPath: folder.file('alike.toml', 'url-of-mine = "x"') })).toHaveLength(2);
});
