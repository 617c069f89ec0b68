import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineEndpoint } from '../../../src/agent/settings/engine-endpoint.ts';
import type { SettingSources } from '../../../src/agent/settings/load.ts';
import { SettingsFolder, url } from './settings-folder.ts';

const folder = new SettingsFolder();
const { key } = folder;

const keyed = { SATRAP_AGENT_API_KEY: key };
const load = (flags: Record<string, string>, sources: Partial<SettingSources> = {}) =>
  folder.load({ flags: { url, ...flags }, ...sources });
const faultsOf = (flags: Record<string, string>, sources: Partial<SettingSources> = {}) =>
  folder.faultsOf({ flags: { url, ...flags }, ...sources });

test('a flag overrides the environment, which overrides the file, each with a warning', () => {
  const text = 'name = "of-the-file"\nchannel = "of-the-file"\nlog_level = "debug"\n';
  const configPath = folder.file('weights.toml', text);
  const of = 'of-the-environment';
  const env = { ...keyed, SATRAP_AGENT_NAME: of, SATRAP_AGENT_CHANNEL: of };
  const { settings, warnings } = folder.loaded({ flags: { url, name: 'of-the-flag' }, env, configPath });
  expect(settings).toMatchObject({ name: 'of-the-flag', channel: of, logLevel: 'debug' });
  expect(warnings).toEqual([
    `--name overrides name of the configuration file ${configPath}`,
    `SATRAP_AGENT_CHANNEL overrides channel of the configuration file ${configPath}`,
  ]);
});

test('each given setting has the place where it was given', () => {
  const configPath = folder.file('places.toml', 'node_user = "101:101"\n');
  const env = { ...keyed, SATRAP_AGENT_CHANNEL: 'next' };
  expect(folder.loaded({ flags: { url, name: 'berlin' }, env, configPath }).places).toEqual({
    ...{ url: '--url', name: '--name', channel: 'SATRAP_AGENT_CHANNEL' },
    nodeUser: `node_user in ${configPath}`,
  });
});

test('the settings are read from every kind of value that a file or a flag can hold', () => {
  const lines = [
    ...['networks = ["signet"]', 'allow_regtest = true', 'stop_timeout = 90', 'port_range = "30000-30100"'],
    ...['[images.bitcoind]', '"28.1" = "example/bitcoin:28.1"', '[overcommit]', 'memory = 1.5'],
    ...['[data_roots]', 'ssd = "/mnt/ssd"', ''],
  ];
  const configPath = folder.file('kinds.toml', lines.join('\n'));
  expect(folder.load({ configPath, uid: 0 })).toMatchObject({
    ...{ networks: ['signet'], allowRegtest: true, stopTimeoutSeconds: 90, dataRoots: { ssd: '/mnt/ssd' } },
    portRange: { from: 30_000, to: 30_100 },
    images: { bitcoind: { '28.1': 'example/bitcoin:28.1' } },
    overcommit: { cpu: 4, memory: 1.5, disk: 1 },
  });
  const images = 'bitcoind/28.1=a/b:1,bitcoind/27.0=c@sha256:ab,knots/29.3.knots20260508=k/n:1';
  const flags = { networks: 'mainnet, signet', allowRegtest: 'false', images, overcommit: 'cpu=2, disk=0.9' };
  const roots = { dataRoots: 'ssd=/mnt/other/, hdd=/srv/hdd', dataRoot: '/srv/chain' };
  expect(load({ ...flags, ...roots }, { configPath, uid: 0 })).toMatchObject({
    ...{ networks: ['mainnet', 'signet'], allowRegtest: false, dataRoot: '/srv/chain' },
    dataRoots: { ssd: '/mnt/other', hdd: '/srv/hdd' },
    images: { bitcoind: { '28.1': 'a/b:1', '27.0': 'c@sha256:ab' }, knots: { '29.3.knots20260508': 'k/n:1' } },
    overcommit: { cpu: 2, memory: 1, disk: 0.9 },
  });
});

test('the engine’s socket comes from DOCKER_HOST, the host from the bind address', () => {
  const socketOf = (DOCKER_HOST: string) => folder.load({ env: { ...keyed, DOCKER_HOST } }).dockerSocket;
  expect(socketOf('unix:///run/user/docker.sock')).toBe('/run/user/docker.sock');
  expect(socketOf('')).toBe('/var/run/docker.sock');
  for (const bindAddress of ['0.0.0.0', '::']) expect(load({ bindAddress }).advertiseHost).toBe(hostname());
  expect(load({ bindAddress: '10.0.0.1' }).advertiseHost).toBe('10.0.0.1');
  expect(load({}, { logsToJournal: true }).logFormat).toBe('journal');
  expect(load({ logFormat: 'json' }, { logsToJournal: true }).logFormat).toBe('json');
});

test('takes the proxy from the environment by scheme, unless the settings name one', () => {
  const env = { ...keyed, https_proxy: 'http://proxy:1', HTTP_PROXY: 'http://proxy:2', NO_PROXY: 'a, .b' };
  expect(load({}, { env })).toMatchObject({ proxy: 'http://proxy:1', noProxy: ['a', '.b'] });
  expect(load({ url: 'http://127.0.0.1/' }, { env }).proxy).toBe('http://proxy:2');
  const own = { proxy: 'http://proxy:3', noProxy: 'c' };
  expect(load(own, { env })).toMatchObject({ proxy: 'http://proxy:3', noProxy: ['c'] });
});

test('accepts plain http to this host, and to another where the operator allows it', () => {
  for (const plain of ['http://127.0.0.1:4100/graphql', 'http://localhost/graphql', 'http://[::1]:4100/graphql'])
    expect(load({ url: plain }).url).toBe(plain);
  for (const plain of ['http://satrap.example.com/graphql', 'http://127.example.com/graphql']) {
    expect(faultsOf({ url: plain })).toEqual([expect.stringContaining('insecure_http')]);
    expect(load({ url: plain, insecureHttp: 'true' }).url).toBe(plain);
  }
});

test('warns about a world-readable configuration file with a proxy’s password', () => {
  const text = `url = "${url}"\nproxy = "http://me:${key}@proxy:3128"\n`;
  const warningsOf = (configPath: string) => folder.loaded({ flags: {}, configPath }).warnings;
  const open = folder.file('open.toml', text, 0o644);
  expect(warningsOf(open)).toEqual([
    `every user of this host can read the proxy’s password in ${open}; run: chgrp satrap ${open} && chmod 640 ${open}`,
  ]);
  expect(warningsOf(folder.file('closed.toml', text, 0o640))).toEqual([]);
  expect(warningsOf(folder.file('harmless.toml', text.replace(`me:${key}@`, ''), 0o644))).toEqual([]);
});

const certificates = {
  dockerTlsCa: folder.file('ca.pem', 'x'),
  dockerTlsCert: folder.file('cert.pem', 'x'),
  dockerTlsKey: folder.file('key.pem', 'x'),
};
const overTcp = { ...certificates, dockerHost: 'tcp://127.0.0.1:2376' };
const half = { dockerHost: overTcp.dockerHost, dockerTlsCa: certificates.dockerTlsCa };
const withDockerHost = { env: { ...keyed, DOCKER_HOST: 'tcp://192.0.2.1:2375' } };

test('an engine over TCP is reached with its certificates, whatever DOCKER_HOST says', () => {
  expect(engineEndpoint(load({ ...overTcp, dockerHost: 'tcp://[::1]:2376' }, withDockerHost))).toEqual({
    ...{ host: '::1', port: 2376, caFile: certificates.dockerTlsCa },
    ...{ certFile: certificates.dockerTlsCert, keyFile: certificates.dockerTlsKey },
  });
  const dockerSocket = '/run/engine.sock';
  expect(engineEndpoint(load({ dockerSocket }, withDockerHost))).toBe(dockerSocket);
});

const former = folder.file('before.toml', 'url = "https://a.test"\n[images]\n"28.1" = "example/bitcoin:28.1"\n');
const imagesFault = /must be CLIENT\/VERSION=IMAGE, such as bitcoind\/32.1=IMAGE.*\[images.bitcoind\]/;
const ofOtherHost = /^docker_socket: DOCKER_HOST is tcp:\/\/…, but only a unix socket is supported.*--docker-host/;
test.each<[what: string, flags: Record<string, string>, fault: RegExp, sources?: Partial<SettingSources>]>([
  ['a factor of 0', { overcommit: 'disk=0' }, /overcommit.disk: must be from 0.1 to 100/],
  ['a factor of nothing', { overcommit: 'disks=1' }, /may only contain cpu, memory and disk/],
  ['images by version alone in the file', {}, imagesFault, { configPath: former }],
  ['an engine of another host', {}, ofOtherHost, { env: { ...keyed, DOCKER_HOST: 'tcp://10.0.0.1:2376' } }],
  ['an engine without TLS', { dockerHost: 'tcp://127.0.0.1:2375' }, /docker_host: needs docker_tls_ca, docker_tls_/],
  ['an engine with half of the files', half, /needs docker_tls_cert, docker_tls_key/],
  ['an engine with a missing file', { ...overTcp, dockerTlsKey: '/none.pem' }, /docker_tls_key: cannot read/],
  ['an engine by another transport', { ...overTcp, dockerHost: 'ssh://host:22' }, /must be tcp:\/\/HOST:PORT/],
  ['certificates alone', { ...certificates, dockerSocket: '/run/e.sock' }, /docker_tls_ca: only applies to .* TCP/],
  ['a data root of a user', { dataRoot: '/srv' }, /^data_root: the agent must run as root .*/, { uid: 1000 }],
  ['a data root named default', { dataRoots: 'default=/mnt' }, /default is the name of data_root/],
  ['a data root named as a path', { dataRoots: 'S/D=/mnt' }, /the name of a data root must have 1 to 31 characters/],
  ['a relative data root', { dataRoots: 'ssd=mnt' }, /must be an absolute path/],
  ['data roots within each other', { dataRoots: 'a=/mnt,b=/mnt/b' }, /must be directories that do not overlap/],
  ['one within data_root', { dataRoots: 'a=/mnt/chain', dataRoot: '/mnt' }, /\/mnt\/chain overlaps data_root/],
  ['a port that no fetch connects to', { url: 'http://127.0.0.1:6000/g' }, /^--url: has a port blocked by fetch/],
  ['regtest where it is not allowed', { networks: 'regtest' }, /^networks: .*needs allow_regtest = true$/],
  ['invariant 8: a URL with a password', { url: 'https://me:hunter2@a.test/g' }, /^--url: must not contain a user/],
  ['a configuration file that is missing', {}, /none\.toml: ENOENT/, { configPath: join(folder.path, 'none.toml') }],
])('%s is a fault', (_what, flags, fault, sources = { uid: 0 }) => {
  const faults = faultsOf(flags, sources);
  expect(faults).toContainEqual(expect.stringMatching(fault));
  expect(faults.join()).not.toContain('hunter2');
});

test('names every configuration error at once, each with its place', () => {
  const text = 'node_user = "root"\nstop_timout = 5\nport-range = "1-2"\nbananas = 1\n';
  const configPath = folder.file('wrong.toml', text);
  const env = { SATRAP_AGENT_NETWORKS: 'signet,testnet', SATRAP_AGENT_RECONCILE_INTERVAL: 'often' };
  const faults = faultsOf({ url: 'ftp://x', portRange: '70000-70005', dataDir: folder.path }, { env, configPath }).join(
    '\n',
  );
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
  ])
    expect(faults).toMatch(part);
});

test('names the fix for a missing URL and a broken file', () => {
  expect(folder.faultsOf({ flags: {} })).toEqual([expect.stringMatching(/^url: missing; set --url/)]);
  const broken = folder.file('broken.toml', 'name = \n');
  expect(folder.faultsOf({ configPath: broken })[0]).toMatch(/is not valid TOML: .*\(line 1\)/);
  // An error of another setting with the same prefix does not hide a missing one.
  expect(folder.faultsOf({ flags: {}, configPath: folder.file('alike.toml', 'url-of-mine = "x"') })).toHaveLength(2);
});

test('does not call an invalid URL missing', () => {
  expect(faultsOf({ url: 'nowhere' })).toEqual(['--url: must be an http or https URL']);
});

test('refuses a data directory that others can write to, with the fix', () => {
  for (const mode of [0o1777, 0o770]) {
    const shared = join(folder.path, `shared-${mode}`);
    mkdirSync(shared);
    chmodSync(shared, mode);
    expect(faultsOf({ dataDir: shared })).toEqual([
      `data_dir: others can write to ${shared}; use a separate directory such as ${shared}/satrap, which the agent creates, or run: chmod 700 ${shared}`,
    ]);
    const within = join(shared, 'satrap');
    expect(load({ dataDir: within }).dataDir).toBe(within);
  }
});

test('refuses a data directory or store that belongs to another user', () => {
  const asRoot = process.getuid?.() === 0;
  const uid = asRoot ? 0 : 12_345;
  const fault = /^data_dir: .* belongs to another user \(\d+\); use another directory, or run: chown -R \d+ /;
  for (const file of ['.', 'agent.db']) {
    const dataDir = folder.folder(`owned-${file}`);
    writeFileSync(join(dataDir, 'agent.db'), '');
    if (asRoot) chownSync(join(dataDir, file), 54_321, 54_321);
    expect(faultsOf({ dataDir }, { uid })).toEqual([expect.stringMatching(fault)]);
  }
  const own = folder.folder('own');
  expect(load({ dataDir: own }).dataDir).toBe(own);
});

test('a data directory must leave room for the name of the agent’s socket', async () => {
  const fault = /^--data-dir: must have at most 96 bytes/;
  expect(faultsOf({ dataDir: `/${'x'.repeat(96)}` })).toEqual([expect.stringMatching(fault)]);
  const { dataDir } = load({ dataDir: `${folder.path}/`.padEnd(96, 'x') });
  mkdirSync(dataDir);
  const server = createServer().listen(join(dataDir, 'agent.sock'));
  await once(server, 'listening');
  server.close();
});
