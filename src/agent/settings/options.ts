import * as z from 'zod';
import { clientFamily, clients, defaultClient, offeredVersions } from '../../bitcoin/clients/registry.ts';
import { networkFacts, networks } from '../../bitcoin/network.ts';
import { defaultOvercommit } from '../../contract/limits.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import type { NodeType } from '../../contract/types.generated.ts';
import { connectionOptions } from './connection-options.ts';
import { engineOptions } from './engine-options.ts';
import {
  absolute,
  address,
  dataRoots,
  fixed,
  type Images,
  images,
  list,
  mebibytes,
  overcommit,
  portRange,
  type SettingOption,
  seconds,
  text,
  yesNo,
} from './shapes.ts';

/** In bytes: the 107 that the kernel allows for the path of a unix socket (unix(7)), without `/agent.sock`. */
const maxDataDirBytes = 96;

/** Also the default of commands that query a running agent. */
export const defaultDataDir = '/var/lib/satrap';

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

/**
 * All settings of the agent, in the order of the help and of docs/hosts/settings.md. The API key is not among them: see
 * `readApiKey`.
 */
export const settingOptions = {
  ...connectionOptions,
  name: {
    key: 'name',
    argument: 'NAME',
    help: 'name of this host in the organization',
    default: {
      text: 'the hostname',
      valueOn: ({ hostname }) => hostname,
      unfit: (hostname) => `the hostname ${hostname} is not a valid name; set another one with --name`,
    },
    shape: () => text().regex(namePattern, nameRule),
  },
  channel: {
    key: 'channel',
    argument: 'NAME',
    help: 'release channel of the agent',
    default: fixed('stable'),
    shape: () => text().max(32),
  },
  dataDir: {
    key: 'data_dir',
    argument: 'DIR',
    help: 'directory of the agent’s store',
    default: fixed(defaultDataDir),
    shape: () =>
      absolute().refine(
        (path) => Buffer.byteLength(path) <= maxDataDirBytes,
        `must have at most ${maxDataDirBytes} bytes, the limit of the agent’s unix socket path`,
      ),
  },
  ...engineOptions,
  allowUnlimited: {
    key: 'allow_unlimited',
    argument: 'BOOLEAN',
    help: 'allow an engine that cannot limit memory and CPU of nodes',
    default: fixed(false),
    shape: yesNo,
  },
  dataRoot: {
    key: 'data_root',
    argument: 'DIR',
    help: 'host directory for the nodes’ chain data; the agent must run as root',
    default: { text: 'the engine’s volumes', valueOn: () => undefined },
    shape: absolute,
  },
  dataRoots: {
    key: 'data_roots',
    argument: 'NAME=DIR,…',
    help: 'additional host directories for chain data, by name; the agent must run as root (in the file: a table)',
    default: { text: 'none besides data_root', valueOn: (): Record<string, string> => ({}) },
    shape: dataRoots,
  },
  images: {
    key: 'images',
    argument: 'CLIENT/VERSION=IMAGE,…',
    help: `image of each offered version, by client: ${clients.join(', ')} (in the file: a table for each)`,
    default: {
      text: `bitcoin/bitcoin:VERSION for bitcoind ${offeredVersions(defaultClient).join(', ')}`,
      valueOn: defaultImages,
    },
    shape: images,
  },
  networks: {
    key: 'networks',
    argument: 'LIST',
    help: `offered networks: ${networks.join(', ')}; regtest also needs allow_regtest`,
    default: fixed(networks.filter((network) => networkFacts(network).offeredByDefault)),
    shape: () => list(z.enum(networks, `must be one of ${networks.join(', ')}`)),
  },
  allowRegtest: {
    key: 'allow_regtest',
    argument: 'BOOLEAN',
    help: 'offer regtest, a private chain for testing',
    default: fixed(false),
    shape: yesNo,
  },
  nodeTypes: {
    key: 'node_types',
    argument: 'LIST',
    help: 'offered node types: full, pruned',
    default: fixed<NodeType[]>(['full', 'pruned']),
    shape: () => list(z.enum(['full', 'pruned'], 'must be full or pruned')),
  },
  overcommit: {
    key: 'overcommit',
    argument: 'cpu=N,memory=N,disk=N',
    help: 'overcommit factors for nodes (in the file: a table)',
    default: { text: 'cpu=4,memory=1,disk=1', valueOn: () => defaultOvercommit },
    shape: overcommit,
  },
  diskStopBelowMiB: {
    key: 'disk_stop_below',
    argument: 'MIB',
    help: 'free MiB on the chain data disk below which daemons are stopped; 0 for never',
    default: { text: '1 % of the disk, but 2048 to 20480', valueOn: () => undefined },
    shape: mebibytes,
  },
  diskStartAboveMiB: {
    key: 'disk_start_above',
    argument: 'MIB',
    help: 'free MiB on the chain data disk at which they are restarted',
    default: { text: 'twice disk_stop_below', valueOn: () => undefined },
    shape: mebibytes,
  },
  bindAddress: {
    key: 'bind_address',
    argument: 'IP',
    help: 'address to bind RPC ports to',
    default: fixed('127.0.0.1'),
    shape: address,
  },
  p2pBindAddress: {
    key: 'p2p_bind_address',
    argument: 'IP',
    help: 'address to bind P2P ports to',
    default: fixed('0.0.0.0'),
    shape: address,
  },
  zmqBindAddress: {
    key: 'zmq_bind_address',
    argument: 'IP',
    help: 'address to bind ZeroMQ ports to, which have no authentication',
    default: fixed('127.0.0.1'),
    shape: address,
  },
  advertiseHost: {
    key: 'advertise_host',
    argument: 'HOST',
    help: 'public host name or address of the nodes’ endpoints',
    default: {
      text: 'bind_address, or the hostname if that is 0.0.0.0 or ::',
      valueOn: ({ hostname, settings: { bindAddress } }) =>
        bindAddress === undefined || ['0.0.0.0', '::'].includes(bindAddress) ? hostname : bindAddress,
    },
    shape: () => text().max(253),
  },
  portRange: {
    key: 'port_range',
    argument: 'FROM-TO',
    help: 'ports for nodes if the network’s default ports are in use',
    default: { text: '20000-29999', valueOn: () => ({ from: 20_000, to: 29_999 }) },
    shape: portRange,
  },
  nodeUser: {
    key: 'node_user',
    argument: 'UID:GID',
    help: 'user and group of the daemons',
    default: fixed('101:101'),
    shape: () => text().regex(/^[1-9]\d{0,8}:[1-9]\d{0,8}$/, 'must be a numeric UID:GID other than root'),
  },
  stopTimeoutSeconds: {
    key: 'stop_timeout',
    argument: 'SECONDS',
    help: 'shutdown timeout of a daemon before it is killed',
    default: fixed(600),
    shape: () => seconds(10, 86_400),
  },
  outboxMaxEvents: {
    key: 'outbox_max_events',
    argument: 'COUNT',
    help: 'maximum number of events and samples kept while the control plane is unreachable',
    default: fixed(100_000),
    shape: () => z.coerce.number('must be a number').int('must be whole').min(100).max(10_000_000),
  },
  logLevel: {
    key: 'log_level',
    argument: 'LEVEL',
    help: 'fatal, error, warn, info, debug or trace',
    default: fixed('info'),
    shape: () =>
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be fatal, error, warn, info, debug or trace'),
  },
  logFormat: {
    key: 'log_format',
    argument: 'FORMAT',
    help: 'json, or journal: text with the priorities of systemd’s journal',
    default: {
      text: 'journal under systemd, else json',
      valueOn: ({ logsToJournal }) => (logsToJournal ? ('journal' as const) : ('json' as const)),
    },
    shape: () => z.enum(['json', 'journal'], 'must be json or journal'),
  },
  reconcileIntervalSeconds: {
    key: 'reconcile_interval',
    argument: 'SECONDS',
    help: 'maximum interval between checks of a node',
    default: fixed(60),
    shape: () => seconds(1, 3600),
  },
  sampleIntervalSeconds: {
    key: 'sample_interval',
    argument: 'SECONDS',
    help: 'maximum interval between samples of a node',
    default: fixed(30),
    shape: () => seconds(1, 3600),
  },
  metricsPort: {
    key: 'metrics_port',
    argument: 'PORT',
    help: 'port of GET /metrics for Prometheus, and of GET /healthz',
    default: { text: 'none (metrics are off)', valueOn: () => undefined },
    shape: () => z.coerce.number('must be a number').int('must be whole').min(1).max(65_535),
  },
  metricsHost: {
    key: 'metrics_host',
    argument: 'IP',
    help: 'address of the metrics port, which has no authentication',
    default: fixed('127.0.0.1'),
    shape: address,
  },
} as const satisfies Record<string, SettingOption>;

export type SettingName = keyof typeof settingOptions;

export const flagOf = (key: string): string => `--${key.replaceAll('_', '-')}`;
export const environmentOf = (key: string): string => `SATRAP_AGENT_${key.toUpperCase()}`;

/** Every setting with its names and its help, for the command line and the docs. */
export const settingList = (Object.keys(settingOptions) as SettingName[]).map((name) => {
  const { key, argument, help, default: byDefault } = settingOptions[name];
  return {
    name,
    key,
    flag: flagOf(key),
    environment: environmentOf(key),
    argument,
    help,
    /** Null for a required setting. */
    defaultText: byDefault?.text ?? null,
  };
});
