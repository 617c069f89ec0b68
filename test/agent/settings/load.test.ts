import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAgentSettings, type SettingSources } from '../../../src/agent/settings/load.ts';
import { SettingsError } from '../../../src/agent/settings/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'satrap-settings-'));
const emptyConfig = join(folder, 'empty.toml');
const key = 'key-of-the-environment';
const url = 'https://satrap.example.com/graphql';

beforeAll(() => writeFileSync(emptyConfig, ''));
afterAll(() => rmSync(folder, { recursive: true }));

const loaded = (sources: Partial<SettingSources> = {}) =>
  loadAgentSettings({ flags: { url }, env: { SATRAP_API_KEY: key }, configPath: emptyConfig, ...sources });
const load = (sources: Partial<SettingSources> = {}) => loaded(sources).settings;

function faultsOf(sources: Partial<SettingSources>): readonly string[] {
  try {
    load(sources);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  throw new Error('the settings were accepted');
}

function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

describe('the settings', () => {
  test('the settings have the documented defaults', () => {
    expect(load()).toEqual({
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
      dataRoot: undefined,
      images: {
        '28.1': 'bitcoin/bitcoin:28.1',
        '28.0': 'bitcoin/bitcoin:28.0',
        '27.0': 'bitcoin/bitcoin:27.0',
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
    const configPath = file('weights.toml', 'name = "of-the-file"\nchannel = "of-the-file"\nlog_level = "debug"\n');
    const env = { SATRAP_API_KEY: key, SATRAP_NAME: 'of-the-environment', SATRAP_CHANNEL: 'of-the-environment' };
    expect(load({ flags: { url, name: 'of-the-flag' }, env, configPath })).toMatchObject({
      name: 'of-the-flag',
      channel: 'of-the-environment',
      logLevel: 'debug',
    });
  });

  test('the settings are read from every kind of value that a file or a flag can hold', () => {
    const configPath = file(
      'kinds.toml',
      'networks = ["signet"]\nallow_regtest = true\nstop_timeout = 90\nport_range = "30000-30100"\n[images]\n"28.1" = "example/bitcoin:28.1"\n[overcommit]\nmemory = 1.5\n',
    );
    expect(load({ configPath })).toMatchObject({
      networks: ['signet'],
      allowRegtest: true,
      stopTimeoutSeconds: 90,
      portRange: { from: 30_000, to: 30_100 },
      images: { '28.1': 'example/bitcoin:28.1' },
      overcommit: { cpu: 4, memory: 1.5, disk: 1 },
    });
    const images = '28.1=a/b:1,27.0=c@sha256:ab';
    const overcommit = 'cpu=2, disk=0.9';
    const flags = { url, networks: 'mainnet, signet', allowRegtest: 'false', images, overcommit };
    expect(load({ flags, configPath })).toMatchObject({
      networks: ['mainnet', 'signet'],
      allowRegtest: false,
      images: { '28.1': 'a/b:1', '27.0': 'c@sha256:ab' },
      overcommit: { cpu: 2, memory: 1, disk: 0.9 },
    });
  });

  test.each([
    ['disk=0', 'overcommit.disk: must be from 0.1 to 100'],
    ['cpu=many', 'overcommit.cpu: must be a number from 0.1 to 100'],
    ['disks=1', 'may only hold cpu, memory and disk'],
  ])('a factor of overcommit such as %s is a fault', (overcommit, fault) => {
    expect(faultsOf({ flags: { url, overcommit } })).toEqual([expect.stringContaining(fault)]);
  });

  test('the engine’s socket comes from DOCKER_HOST, and the advertised host from the bind address unless that is every address', () => {
    const env = { SATRAP_API_KEY: key, DOCKER_HOST: 'unix:///run/user/docker.sock' };
    expect(load({ env }).dockerSocket).toBe('/run/user/docker.sock');
    expect(load({ env: { SATRAP_API_KEY: key, DOCKER_HOST: '' } }).dockerSocket).toBe('/var/run/docker.sock');
    for (const bindAddress of ['0.0.0.0', '::']) {
      expect(load({ flags: { url, bindAddress } }).advertiseHost).toBe(hostname());
    }
    expect(load({ flags: { url, bindAddress: '10.0.0.1' } }).advertiseHost).toBe('10.0.0.1');
  });

  test('the log is text for the journal where it goes there, unless the operator asks for JSON', () => {
    expect(load({ logsToJournal: true }).logFormat).toBe('journal');
    expect(load({ logsToJournal: true, flags: { url, logFormat: 'json' } }).logFormat).toBe('json');
  });

  test.each([
    ['tcp://10.0.0.1:2376', 'tcp://…'],
    ['ssh://me@host-2', 'ssh://…'],
  ])(
    'a DOCKER_HOST such as %s is a fault, because the agent would take the engine of its own host instead',
    (dockerHost, shown) => {
      const env = { SATRAP_API_KEY: key, DOCKER_HOST: dockerHost };
      expect(faultsOf({ env })).toEqual([
        `docker_socket: DOCKER_HOST names ${shown}, but the agent uses only a unix socket of its own host; name it with --docker-socket, or clear DOCKER_HOST for the agent`,
      ]);
      expect(load({ env, flags: { url, dockerSocket: '/run/engine.sock' } }).dockerSocket).toBe('/run/engine.sock');
    },
  );

  test('a flag or variable that outweighs a key of the configuration file is named in a warning', () => {
    const configPath = file('outweighed.toml', `url = "${url}"\nname = "of-the-file"\nchannel = "beta"\n`);
    const env = { SATRAP_API_KEY: key, SATRAP_NAME: 'of-the-environment' };
    const place = `in the configuration file ${configPath}, which has no effect`;
    expect(loaded({ env, configPath }).warnings).toEqual([
      `--url outweighs url ${place}`,
      `SATRAP_NAME outweighs name ${place}`,
    ]);
    expect(loaded({ flags: {}, configPath }).warnings).toEqual([]);
  });

  test('a data root is refused for an agent that is not root, because it could not remove the data of a deleted node', () => {
    const flags = { url, dataRoot: '/srv/chain' };
    expect(load({ flags, uid: 0 }).dataRoot).toBe('/srv/chain');
    expect(faultsOf({ flags, uid: 1000 })).toEqual([
      expect.stringMatching(/^data_root: the agent must run as root for it, .* or leave data_root out$/),
    ]);
  });

  test('a URL whose port no fetch connects to is refused', () => {
    expect(faultsOf({ flags: { url: 'http://127.0.0.1:6000/graphql' } })).toEqual([
      expect.stringMatching(/^--url: has a port that no fetch connects to .* listen on another port$/),
    ]);
  });

  test('a wrong configuration names every fault at once, each with the place where it was set', () => {
    const configPath = file('wrong.toml', 'node_user = "root"\nstop_timout = 5\nport-range = "1-2"\nbananas = 1\n');
    const env = { SATRAP_NETWORKS: 'signet,regtest', SATRAP_RECONCILE_INTERVAL: 'often' };
    const faults = faultsOf({ flags: { url: 'ftp://x', portRange: '70000-70005' }, env, configPath }).join('\n');
    for (const part of [
      /--url: must be an http or https URL/,
      /--port-range: must lie between 1 and 65535/,
      /SATRAP_NETWORKS\.1: must be mainnet or signet; for regtest set allow_regtest/,
      /SATRAP_RECONCILE_INTERVAL: must be a number of seconds/,
      /node_user: must be UID:GID in numbers, and not root/,
      /there is no setting stop_timout; did you mean stop_timeout\?/,
      /there is no setting port-range; did you mean port_range\?/,
      /there is no setting bananas$/m,
      /there is no API key/,
    ]) {
      expect(faults).toMatch(part);
    }
  });

  test('a missing URL and a missing or broken configuration file say what to do', () => {
    expect(faultsOf({ flags: {} })).toEqual([expect.stringMatching(/^url: is missing; give .* with --url/)]);
    expect(faultsOf({ configPath: join(folder, 'none.toml') })[0]).toMatch(/none\.toml: ENOENT/);
    expect(faultsOf({ configPath: file('broken.toml', 'name = \n') })[0]).toMatch(/is not valid TOML: .*\(line 1\)/);
  });

  test('invariant 8: a URL that contains a password is refused, because it would be shown', () => {
    const faults = faultsOf({ flags: { url: 'https://me:hunter2@satrap.example.com/graphql' } });
    expect(faults).toEqual(['--url: must not contain a user or password; the API key is all that is needed']);
  });
});

describe('the data directory', () => {
  const faultsWith = (dataDir: string) => faultsOf({ flags: { url, dataDir } });

  test('a data directory that others can write to is refused, and the message says what to do', () => {
    for (const mode of [0o1777, 0o770]) {
      const shared = join(folder, `shared-${mode}`);
      mkdirSync(shared);
      chmodSync(shared, mode);
      expect(faultsWith(shared)).toEqual([
        `data_dir: others can write to ${shared}; name a directory of the agent’s own, such as ${shared}/satrap, which it creates itself, or, if nobody else needs this one, run: chmod 700 ${shared}`,
      ]);
      const within = join(shared, 'satrap');
      expect(load({ flags: { url, dataDir: within } }).dataDir).toBe(within);
    }
  });

  test('a data directory or a store in it that belongs to another user than the agent’s or root is refused', () => {
    const stranger = 54_321;
    const asRoot = process.getuid?.() === 0;
    const uid = asRoot ? 0 : 12_345;
    for (const file of ['.', 'agent.db']) {
      const dataDir = join(folder, `owned-${file}`);
      mkdirSync(dataDir, { mode: 0o700 });
      writeFileSync(join(dataDir, 'agent.db'), '');
      if (asRoot) chownSync(join(dataDir, file), stranger, stranger);
      expect(faultsOf({ flags: { url, dataDir }, uid })).toEqual([
        expect.stringMatching(
          /^data_dir: .* belongs to another user \(\d+\), who can replace it; .* run: chown -R \d+ /,
        ),
      ]);
    }
    const own = join(folder, 'own');
    mkdirSync(own, { mode: 0o700 });
    expect(load({ flags: { url, dataDir: own } }).dataDir).toBe(own);
  });

  test('a data directory must leave room for the name of the agent’s socket', async () => {
    expect(faultsWith(`/${'x'.repeat(96)}`)).toEqual([
      expect.stringMatching(/^--data-dir: must have at most 96 bytes/),
    ]);
    const longest = `${folder}/`.padEnd(96, 'x');
    const { dataDir } = load({ flags: { url, dataDir: longest } });
    mkdirSync(dataDir);
    const server = createServer().listen(join(dataDir, 'agent.sock'));
    await once(server, 'listening');
    server.close();
  });
});

describe('the API key', () => {
  const keyOf = (sources: Partial<SettingSources>) => load(sources).apiKey;

  test('the API key comes from the flag’s file, the environment, the file of the configuration or the systemd credential, in this order', () => {
    const credentials = { CREDENTIALS_DIRECTORY: folder };
    file('satrap-api-key', 'key-of-systemd\n', 0o440);
    const configPath = file('key.toml', `api_key_file = "${file('config.key', 'key-of-the-config\n')}"`);
    const env = { SATRAP_API_KEY_FILE: file('env.key', 'key-of-the-env-file'), ...credentials };
    const flags = { url, apiKeyFile: file('flag.key', 'key-of-the-flag\n') };
    expect(keyOf({ env: credentials })).toBe('key-of-systemd');
    expect(keyOf({ env: credentials, configPath })).toBe('key-of-the-config');
    expect(keyOf({ env, configPath })).toBe('key-of-the-env-file');
    expect(keyOf({ env: { ...env, SATRAP_API_KEY: key }, configPath })).toBe(key);
    expect(keyOf({ flags, env: { ...env, SATRAP_API_KEY: key }, configPath })).toBe('key-of-the-flag');
  });

  test('without any of them, the key is in the file that the agent got when it joined, which it can replace', () => {
    const flags = { url, dataDir: folder };
    expect(faultsOf({ flags, env: {} })[0]).toContain('there is no API key');
    const keyFile = file('executor.key', 'key-of-the-enrolment\n');
    expect(load({ flags, env: {} })).toMatchObject({ apiKey: 'key-of-the-enrolment', keyFile });
    const credentials = join(folder, 'credentials');
    mkdirSync(credentials);
    expect(load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } })).toMatchObject({ keyFile });
    // What the unit gives where there is no such file.
    writeFileSync(join(credentials, 'satrap-api-key'), '\n');
    expect(load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } })).toMatchObject({ keyFile });
    writeFileSync(join(credentials, 'satrap-api-key'), 'key-of-systemd');
    expect(load({ flags, env: { CREDENTIALS_DIRECTORY: credentials } })).toMatchObject({ keyFile: null });
  });

  test('invariant 8: a key file that others can read is refused, and the message says what to do', () => {
    const path = file('open.key', 'key-that-all-can-read', 0o644);
    expect(faultsOf({ flags: { url, apiKeyFile: path } })).toEqual([
      `others can read the API key file ${path}; run: chmod 600 ${path}`,
    ]);
  });

  test('invariant 8: no fault repeats an invalid API key', () => {
    const secret = 'not a key: hunter2';
    const faults = faultsOf({
      env: { SATRAP_API_KEY: secret },
      configPath: file('inline.toml', `api_key = "${secret}"`),
    });
    expect(faults.join('\n')).not.toContain('hunter2');
    expect(faults).toEqual([
      expect.stringContaining('put the key into a file of its own and name it with api_key_file'),
      'SATRAP_API_KEY does not hold an API key',
    ]);
  });

  test('a key file that is no path or does not exist is a fault', () => {
    expect(faultsOf({ env: {}, configPath: file('number.toml', 'api_key_file = 5') })).toEqual([
      'api_key_file: must be the path of a file, in quotes',
    ]);
    expect(faultsOf({ flags: { url, apiKeyFile: join(folder, 'none') } })[0]).toMatch(/none cannot be read: ENOENT/);
  });
});

test('a setting that is faulty is not reported as missing too', () => {
  expect(faultsOf({ flags: { url: 'nowhere' } })).toEqual(['--url: must be an http or https URL']);
  expect(faultsOf({ flags: {}, env: { SATRAP_API_KEY: key, SATRAP_URL: 'nowhere' } })).toEqual([
    'SATRAP_URL: must be an http or https URL',
  ]);
  // A fault of another setting whose name begins alike does not hide that one is missing.
  expect(faultsOf({ flags: {}, configPath: file('alike.toml', 'url-of-mine = "x"') })).toHaveLength(2);
});

describe('a URL of plain http', () => {
  test.each(['http://127.0.0.1:4100/graphql', 'http://localhost/graphql', 'http://[::1]:4100/graphql'])(
    'to this host itself is accepted: %s',
    (plain) => {
      expect(load({ flags: { url: plain } }).url).toBe(plain);
    },
  );

  test.each(['http://satrap.example.com/graphql', 'http://127.example.com/graphql', 'http://10.0.0.1/graphql'])(
    'to another host is refused unless the operator allows it: %s',
    (plain) => {
      expect(faultsOf({ flags: { url: plain } })).toEqual([expect.stringContaining('insecure_http')]);
      expect(load({ flags: { url: plain, insecureHttp: 'true' } }).url).toBe(plain);
    },
  );
});

test('the proxy is that of the environment for the kind of URL, unless the settings name one', () => {
  const env = { SATRAP_API_KEY: key, https_proxy: 'http://proxy:1', HTTP_PROXY: 'http://proxy:2', NO_PROXY: 'a, .b' };
  expect(load({ env })).toMatchObject({ proxy: 'http://proxy:1', noProxy: ['a', '.b'] });
  expect(load({ env, flags: { url: 'http://127.0.0.1/' } }).proxy).toBe('http://proxy:2');
  expect(load({ env, flags: { url, proxy: 'http://proxy:3', noProxy: 'c' } })).toMatchObject({
    proxy: 'http://proxy:3',
    noProxy: ['c'],
  });
});
