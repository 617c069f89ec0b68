import * as z from 'zod';
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

/** Also where the commands look that ask a running agent. */
export const defaultDataDir = '/var/lib/satrap';

const imageVersions = ['28.1', '28.0', '27.0'];

/** All settings of the agent, in the order of the help and of docs/hosts/settings.md. The API key is not among them: see `readApiKey`. */
export const settingOptions = {
  ...connectionOptions,
  name: {
    key: 'name',
    argument: 'NAME',
    help: 'name of this executor in the organization',
    default: {
      text: 'the host’s name',
      valueOn: ({ hostname }) => hostname,
      unfit: (hostname) => `this host’s name, ${hostname}, cannot be an executor’s; give another one with --name`,
    },
    shape: () => text().regex(namePattern, nameRule),
  },
  channel: {
    key: 'channel',
    argument: 'NAME',
    help: 'release channel that this agent follows',
    default: fixed('stable'),
    shape: () => text().max(32),
  },
  dataDir: {
    key: 'data_dir',
    argument: 'DIR',
    help: 'where the agent keeps its own store',
    default: fixed(defaultDataDir),
    shape: () =>
      absolute().refine(
        (path) => Buffer.byteLength(path) <= maxDataDirBytes,
        `must have at most ${maxDataDirBytes} bytes, because the path of the agent’s unix socket cannot be longer`,
      ),
  },
  ...engineOptions,
  allowUnlimited: {
    key: 'allow_unlimited',
    argument: 'BOOLEAN',
    help: 'whether to use an engine that cannot limit the memory and the cores of nodes',
    default: fixed(false),
    shape: yesNo,
  },
  dataRoot: {
    key: 'data_root',
    argument: 'DIR',
    help: 'directory of the host under which each node’s chain data lies; the agent must run as root',
    default: { text: 'the engine’s volumes', valueOn: () => undefined },
    shape: absolute,
  },
  dataRoots: {
    key: 'data_roots',
    argument: 'NAME=DIR,…',
    help: 'further directories of the host for chain data, by name; the agent must run as root (in the file: a table)',
    default: { text: 'none, only the one above', valueOn: (): Record<string, string> => ({}) },
    shape: dataRoots,
  },
  images: {
    key: 'images',
    argument: 'VERSION=IMAGE,…',
    help: 'image for each version of bitcoind that this host offers (in the file: a table)',
    default: {
      text: `bitcoin/bitcoin:VERSION for ${imageVersions.join(', ')}`,
      valueOn: () => Object.fromEntries(imageVersions.map((version) => [version, `bitcoin/bitcoin:${version}`])),
    },
    shape: images,
  },
  networks: {
    key: 'networks',
    argument: 'LIST',
    help: `networks that this host offers, of ${networks.join(', ')}; regtest also needs allow_regtest`,
    default: fixed(networks.filter((network) => networkFacts(network).offeredByDefault)),
    shape: () => list(z.enum(networks, `must be one of ${networks.join(', ')}`)),
  },
  allowRegtest: {
    key: 'allow_regtest',
    argument: 'BOOLEAN',
    help: 'whether to offer regtest, a private chain for testing',
    default: fixed(false),
    shape: yesNo,
  },
  nodeTypes: {
    key: 'node_types',
    argument: 'LIST',
    help: 'node types that this host offers: full, pruned',
    default: fixed<NodeType[]>(['full', 'pruned']),
    shape: () => list(z.enum(['full', 'pruned'], 'must be full or pruned')),
  },
  overcommit: {
    key: 'overcommit',
    argument: 'cpu=N,memory=N,disk=N',
    help: 'how many times what this host has may be promised to nodes (in the file: a table)',
    default: { text: 'cpu=4,memory=1,disk=1', valueOn: () => defaultOvercommit },
    shape: overcommit,
  },
  diskStopBelowMiB: {
    key: 'disk_stop_below',
    argument: 'MIB',
    help: 'free MiB of the disk of the chain data below which its daemons are stopped gently; 0 for never',
    default: { text: '1 % of the disk, but 2048 to 20480', valueOn: () => undefined },
    shape: mebibytes,
  },
  diskStartAboveMiB: {
    key: 'disk_start_above',
    argument: 'MIB',
    help: 'free MiB of that disk from which they are started again',
    default: { text: 'twice disk_stop_below', valueOn: () => undefined },
    shape: mebibytes,
  },
  bindAddress: {
    key: 'bind_address',
    argument: 'IP',
    help: 'address that RPC ports are bound to',
    default: fixed('127.0.0.1'),
    shape: address,
  },
  p2pBindAddress: {
    key: 'p2p_bind_address',
    argument: 'IP',
    help: 'address that peer-to-peer ports are bound to',
    default: fixed('0.0.0.0'),
    shape: address,
  },
  zmqBindAddress: {
    key: 'zmq_bind_address',
    argument: 'IP',
    help: 'address that ZeroMQ ports are bound to; whoever reaches them can listen',
    default: fixed('127.0.0.1'),
    shape: address,
  },
  advertiseHost: {
    key: 'advertise_host',
    argument: 'HOST',
    help: 'host that users are told to reach the nodes at',
    default: {
      text: 'bind_address, or the host’s name where that is 0.0.0.0 or ::',
      valueOn: ({ hostname, settings: { bindAddress } }) =>
        bindAddress === undefined || ['0.0.0.0', '::'].includes(bindAddress) ? hostname : bindAddress,
    },
    shape: () => text().max(253),
  },
  portRange: {
    key: 'port_range',
    argument: 'FROM-TO',
    help: 'ports for nodes whose network’s default ports are taken',
    default: { text: '20000-29999', valueOn: () => ({ from: 20_000, to: 29_999 }) },
    shape: portRange,
  },
  nodeUser: {
    key: 'node_user',
    argument: 'UID:GID',
    help: 'user and group that the daemons run as',
    default: fixed('101:101'),
    shape: () => text().regex(/^[1-9]\d{0,8}:[1-9]\d{0,8}$/, 'must be UID:GID in numbers, and not root'),
  },
  stopTimeoutSeconds: {
    key: 'stop_timeout',
    argument: 'SECONDS',
    help: 'how long a daemon may take to write out its state before it is killed',
    default: fixed(600),
    shape: () => seconds(10, 86_400),
  },
  outboxMaxEvents: {
    key: 'outbox_max_events',
    argument: 'COUNT',
    help: 'how many events and samples are kept while the control plane is away',
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
      text: 'journal under systemd’s journal, else json',
      valueOn: ({ logsToJournal }) => (logsToJournal ? ('journal' as const) : ('json' as const)),
    },
    shape: () => z.enum(['json', 'journal'], 'must be json or journal'),
  },
  reconcileIntervalSeconds: {
    key: 'reconcile_interval',
    argument: 'SECONDS',
    help: 'how often each node is checked when nothing happens',
    default: fixed(60),
    shape: () => seconds(1, 3600),
  },
  sampleIntervalSeconds: {
    key: 'sample_interval',
    argument: 'SECONDS',
    help: 'how often each node is measured when it has no new block',
    default: fixed(30),
    shape: () => seconds(1, 3600),
  },
  metricsPort: {
    key: 'metrics_port',
    argument: 'PORT',
    help: 'port of GET /metrics for Prometheus, and of GET /healthz',
    default: { text: 'none, so that there are no metrics', valueOn: () => undefined },
    shape: () => z.coerce.number('must be a number').int('must be whole').min(1).max(65_535),
  },
  metricsHost: {
    key: 'metrics_host',
    argument: 'IP',
    help: 'address that this port listens on; it knows no credentials',
    default: fixed('127.0.0.1'),
    shape: address,
  },
} as const satisfies Record<string, SettingOption>;

export type SettingName = keyof typeof settingOptions;

export const flagOf = (key: string): string => `--${key.replaceAll('_', '-')}`;
export const environmentOf = (key: string): string => `SATRAP_AGENT_${key.toUpperCase()}`;

/** Every setting with its names and its help, for the command line and the manual. */
export const settingList = (Object.keys(settingOptions) as SettingName[]).map((name) => {
  const { key, argument, help, default: byDefault } = settingOptions[name];
  return {
    name,
    key,
    flag: flagOf(key),
    environment: environmentOf(key),
    argument,
    help,
    /** Null for a setting that must be given. */
    defaultText: byDefault?.text ?? null,
  };
});
