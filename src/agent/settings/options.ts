import * as z from 'zod';
import { clientFamily, clients, defaultClient, offeredVersions } from '../../bitcoin/clients/registry.ts';
import { networkFacts, networks } from '../../bitcoin/network.ts';
import { endpointUrl, hasBlockedPort } from '../../contract/endpoint-url.ts';
import { defaultOvercommit } from '../../contract/limits.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import type { NodeType } from '../../contract/types.generated.ts';
import * as shape from './shapes.ts';
import { address, file, fixed, type Images, mebibytes, seconds, setting, unset, yesNo } from './shapes.ts';

/** In bytes: the 107 that the kernel allows for the path of a unix socket (unix(7)), without `/agent.sock`. */
const maxDataDirBytes = 96;

/** Also the default of commands that query a running agent. */
export const defaultDataDir = '/var/lib/satrap';

/**
 * An id that no account of a host has, also in the future: systemd leaves 60706–61183 unused, between its home directories
 * and greeters and the ids of DynamicUser (systemd.io/UIDS-GIDS); Debian’s allocations in 60000–64999 start at 63434
 * (base-passwd); useradd ends at 60000, and subordinate ids start at 100000. Below 65536, because the user namespace of a
 * rootless engine has no more ids.
 */
export const defaultNodeUser = '60833:60833';

const defaultSocket = '/var/run/docker.sock';

/** The images of the clients that have official ones. */
const defaultImages = (): Images =>
  Object.fromEntries(
    clients.flatMap((client) => {
      const { image } = clientFamily(client);
      return image === null
        ? []
        : [[client, Object.fromEntries(offeredVersions(client).map((version) => [version, image(version)]))]];
    }),
  );

/** All settings, in the order of the help and of docs/hosts/settings.md; the API key is apart. */
export const settingOptions = {
  url: setting(
    'URL',
    'GraphQL endpoint of the control plane, such as https://satrap.example.com/graphql',
    // Without a password: the URL is shown in logs and by `agent status`.
    () =>
      shape
        .httpUrl()
        .refine(
          (url) => !/^[^/]*\/\/[^/?#]*@/.test(url),
          'must not contain a user or password; the agent authenticates with its API key',
        )
        .refine(
          (url) => !hasBlockedPort(url),
          'has a port blocked by fetch (https://fetch.spec.whatwg.org/#port-blocking); let the control plane or its proxy listen on another port',
        )
        .transform(endpointUrl),
    null,
  ),
  insecureHttp: yesNo('allow plain http to another host, which exposes the key on the network', fixed(false)),
  caFile: file('certificates (PEM) of additional authorities to trust', unset('only those of Node and of the system')),
  proxy: setting('URL', 'HTTP proxy for the control plane', shape.httpUrl, {
    text: 'HTTPS_PROXY, or HTTP_PROXY if the URL is plain http',
    valueOn: ({ env, settings: { url } }) => {
      const name = url?.startsWith('http:') ? 'HTTP_PROXY' : 'HTTPS_PROXY';
      return env[name] || env[name.toLowerCase()] || undefined;
    },
  }),
  noProxy: setting('LIST', 'hosts to reach without the proxy', () => shape.list(z.string().min(1)), {
    text: 'hosts in NO_PROXY',
    valueOn: ({ env }) =>
      (env['NO_PROXY'] ?? env['no_proxy'] ?? '')
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
  }),
  name: setting('NAME', 'name of this host in the organization', () => shape.text().regex(namePattern, nameRule), {
    text: 'the hostname',
    valueOn: ({ hostname }) => hostname,
    unfit: (hostname) => `the hostname ${hostname} is not a valid name; set another one with --name`,
  }),
  channel: setting('NAME', 'release channel of the agent', () => shape.text().max(32), fixed('stable')),
  dataDir: setting(
    'DIR',
    'directory of the agent’s store',
    () =>
      shape
        .absolute()
        .refine(
          (path) => Buffer.byteLength(path) <= maxDataDirBytes,
          `must have at most ${maxDataDirBytes} bytes, the limit of the agent’s unix socket path`,
        ),
    fixed(defaultDataDir),
  ),
  // How the agent reaches the engine of its host. `endpointFaults` checks these together.
  dockerHost: setting(
    'tcp://HOST:PORT',
    'Docker engine of this host over TCP with TLS, instead of its socket',
    () =>
      z
        .string()
        .regex(
          /^tcp:\/\/(?:\[[0-9a-fA-F:.]+\]|[^\s/:@[\]]+):\d{1,5}$/,
          'must be tcp://HOST:PORT, such as tcp://127.0.0.1:2376',
        )
        .refine((url) => URL.canParse(url), 'has an invalid port'),
    unset('none, for the socket'),
  ),
  dockerTlsCa: file('CA certificate (PEM) of the engine', unset('none, for the socket')),
  dockerTlsCert: file('client certificate (PEM) for the engine', unset('none, for the socket')),
  dockerTlsKey: file('key (PEM) of the client certificate, readable by the agent only', unset('none, for the socket')),
  dockerSocket: setting('PATH', 'socket of the Docker engine', shape.absolute, {
    text: 'DOCKER_HOST if set, else /var/run/docker.sock',
    // Another transport is returned unchanged, which is no path.
    valueOn: ({ env, settings: { dockerHost } }) =>
      dockerHost === undefined ? (env['DOCKER_HOST'] || defaultSocket).replace(/^unix:\/\//, '') : defaultSocket,
    unfit: (dockerHost) =>
      `DOCKER_HOST is ${dockerHost.replace(/\/\/.*/s, '//…')}, but only a unix socket is supported there; set --docker-socket, or --docker-host for TCP with TLS, or unset DOCKER_HOST`,
  }),
  allowUnlimited: yesNo('allow an engine that cannot limit memory and CPU of nodes', fixed(false)),
  dataRoot: setting(
    'DIR',
    'host directory for the nodes’ chain data; the agent must run as root',
    shape.absolute,
    unset('the engine’s volumes'),
  ),
  dataRoots: setting(
    'NAME=DIR,…',
    'additional host directories for chain data, by name; the agent must run as root (in the file: a table)',
    shape.dataRoots,
    { text: 'none besides data_root', valueOn: (): Record<string, string> => ({}) },
  ),
  images: setting(
    'CLIENT/VERSION=IMAGE,…',
    `image of each offered version, by client: ${clients.join(', ')} (in the file: a table for each)`,
    shape.images,
    {
      text: `bitcoin/bitcoin:VERSION for bitcoind ${offeredVersions(defaultClient).join(', ')}`,
      valueOn: defaultImages,
    },
  ),
  registryAuth: file(
    'logins of image registries, in the form of Docker’s config.json, readable by the agent only',
    unset('no logins'),
  ),
  networks: setting(
    'LIST',
    `offered networks: ${networks.join(', ')}; regtest also needs allow_regtest`,
    () => shape.list(z.enum(networks, `must be one of ${networks.join(', ')}`)),
    fixed(networks.filter((network) => networkFacts(network).offeredByDefault)),
  ),
  allowRegtest: yesNo('offer regtest, a private chain for testing', fixed(false)),
  nodeTypes: setting(
    'LIST',
    'offered node types: full, pruned',
    () => shape.list(z.enum(['full', 'pruned'], 'must be full or pruned')),
    fixed<NodeType[]>(['full', 'pruned']),
  ),
  overcommit: setting(
    'cpu=N,memory=N,disk=N',
    'overcommit factors for nodes (in the file: a table)',
    shape.overcommit,
    { text: 'cpu=4,memory=1,disk=1', valueOn: () => defaultOvercommit },
  ),
  diskStopBelowMiB: mebibytes(
    'free MiB on the chain data disk below which daemons are stopped; 0 for never',
    unset('1 % of the disk, but 2048 to 20480'),
  ),
  diskStartAboveMiB: mebibytes(
    'free MiB on the chain data disk at which they are restarted',
    unset('twice disk_stop_below'),
  ),
  bindAddress: address('address to bind RPC ports to', fixed('127.0.0.1')),
  p2pBindAddress: address('address to bind P2P ports to', fixed('0.0.0.0')),
  zmqBindAddress: address('address to bind ZeroMQ ports to, which have no authentication', fixed('127.0.0.1')),
  advertiseHost: setting('HOST', 'public host name or address of the nodes’ endpoints', () => shape.text().max(253), {
    text: 'bind_address, or the hostname if that is 0.0.0.0 or ::',
    valueOn: ({ hostname, settings: { bindAddress } }) =>
      bindAddress === undefined || ['0.0.0.0', '::'].includes(bindAddress) ? hostname : bindAddress,
  }),
  portRange: setting('FROM-TO', 'ports for nodes if the network’s default ports are in use', shape.portRange, {
    text: '20000-29999',
    valueOn: () => ({ from: 20_000, to: 29_999 }),
  }),
  nodeUser: setting(
    'UID:GID',
    'user and group of new nodes’ daemons; existing chain data keeps its owner',
    () => shape.text().regex(/^[1-9]\d{0,8}:[1-9]\d{0,8}$/, 'must be a numeric UID:GID other than root'),
    fixed(defaultNodeUser),
  ),
  stopTimeoutSeconds: seconds(10, 86_400)('shutdown timeout of a daemon before it is killed', fixed(600)),
  outboxMaxEvents: setting(
    'COUNT',
    'maximum number of events and samples kept while the control plane is unreachable',
    () => shape.whole(100, 10_000_000),
    fixed(100_000),
  ),
  logLevel: setting(
    'LEVEL',
    'fatal, error, warn, info, debug or trace',
    () =>
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be fatal, error, warn, info, debug or trace'),
    fixed('info'),
  ),
  logFormat: setting(
    'FORMAT',
    'json, or journal: text with the priorities of systemd’s journal',
    () => z.enum(['json', 'journal'], 'must be json or journal'),
    {
      text: 'journal under systemd, else json',
      valueOn: ({ logsToJournal }) => (logsToJournal ? ('journal' as const) : ('json' as const)),
    },
  ),
  reconcileIntervalSeconds: seconds(1, 3600)('maximum interval between checks of a node', fixed(60)),
  sampleIntervalSeconds: seconds(1, 3600)('maximum interval between samples of a node', fixed(30)),
  metricsPort: setting(
    'PORT',
    'port of GET /metrics for Prometheus, and of GET /healthz',
    () => shape.whole(1, 65_535),
    unset('none (metrics are off)'),
  ),
  metricsHost: address('address of the metrics port, which has no authentication', fixed('127.0.0.1')),
} as const satisfies Record<string, shape.SettingOption>;

export type SettingName = keyof typeof settingOptions;

/** Its name in snake case, without the unit. */
export const keyOf = (name: SettingName): string =>
  name.replace(/(Seconds|MiB)$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every setting with its names and its help, for the command line and the docs. */
export const settingList = (Object.keys(settingOptions) as SettingName[]).map((name) => {
  const { argument, help, default: byDefault } = settingOptions[name];
  const key = keyOf(name);
  return {
    name,
    key,
    flag: `--${key.replaceAll('_', '-')}`,
    environment: `SATRAP_AGENT_${key.toUpperCase()}`,
    argument,
    help,
    /** Null for a required setting. */
    defaultText: byDefault?.text ?? null,
  };
});
