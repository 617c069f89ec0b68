import { z } from 'zod';
import { namePattern, nameRule } from '../../contract/names.ts';

/** One thing that an operator can set: in the file under `key`, as `SATRAP_…`, or as a flag. */
export interface SettingOption {
  /** Key in the configuration file; flag and environment variable are named after it. */
  key: string;
  /** What the flag takes, for the help. */
  argument: string;
  help: string;
  /** The default as people read it; null where there is none. */
  default: string | null;
  shape: z.ZodType;
}

const text = z.string().trim().min(1, 'must not be empty');
const seconds = (least: number, most: number) =>
  z.coerce.number('must be a number of seconds').int('must be whole').min(least).max(most);
const list = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',').map((part) => part.trim()) : given),
    z.array(one).min(1, 'must name at least one'),
  );
const yesNo = z.preprocess(
  (given) => (given === 'true' || given === '1' ? true : given === 'false' || given === '0' ? false : given),
  z.boolean('must be true or false'),
);
const address = z.union([z.ipv4(), z.ipv6()], 'must be an IP address such as 127.0.0.1');
const absolute = text.refine((path) => path.startsWith('/'), 'must be an absolute path');

const images = z.preprocess(
  (given) =>
    typeof given === 'string'
      ? Object.fromEntries(
          given.split(',').map((pair) => {
            const at = pair.indexOf('=');
            return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
          }),
        )
      : given,
  z.record(
    z.string().regex(/^[\w.-]{1,64}$/, 'must be a version'),
    z.string().regex(/^[\w][\w./:@-]*$/, 'must be VERSION=IMAGE'),
  ),
);

const portRange = z
  .string()
  .regex(/^\d+-\d+$/, 'must be FROM-TO, such as 20000-29999')
  .transform((range) => range.split('-').map(Number))
  .refine(
    ([from = 0, to = 0]) => from >= 1 && to <= 65_535 && from + 1 < to,
    'must lie between 1 and 65535 and hold at least three ports',
  )
  .transform(([from = 0, to = 0]) => ({ from, to }));

/** The kernel's 107 bytes (unix(7)) without `/agent.sock`. */
const longestDataDir = 96;

/** All settings of the agent, in the order of the help and of the manual. The API key is not among them: see `readApiKey`. */
export const settingOptions = {
  url: {
    key: 'url',
    argument: 'URL',
    help: 'GraphQL endpoint of the control plane, such as https://satrap.example.com/graphql',
    default: null,
    // It is shown in logs and by `agent status`.
    shape: z
      .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
      .refine(
        (url) => !/^[^/]*\/\/[^/?#]*@/.test(url),
        'must hold no user or password; the API key is all that is needed',
      ),
  },
  name: {
    key: 'name',
    argument: 'NAME',
    help: 'name of this executor in the organization',
    default: 'the host’s name',
    shape: text.regex(namePattern, nameRule),
  },
  channel: {
    key: 'channel',
    argument: 'NAME',
    help: 'release channel that this agent follows',
    default: 'stable',
    shape: text.max(32),
  },
  dataDir: {
    key: 'data_dir',
    argument: 'DIR',
    help: 'where the agent keeps its own store',
    default: '/var/lib/satrap',
    shape: absolute.refine(
      (path) => Buffer.byteLength(path) <= longestDataDir,
      `must have at most ${longestDataDir} bytes: a path of a unix socket, which the agent has there, cannot be longer`,
    ),
  },
  dockerSocket: {
    key: 'docker_socket',
    argument: 'PATH',
    help: 'socket of the Docker engine',
    default: 'DOCKER_HOST where that is a unix socket, else /var/run/docker.sock',
    shape: absolute,
  },
  dataRoot: {
    key: 'data_root',
    argument: 'DIR',
    help: 'directory of the host under which each node’s chain data lies; the agent must run as root',
    default: 'the engine’s own volumes',
    shape: absolute,
  },
  images: {
    key: 'images',
    argument: 'VERSION=IMAGE,…',
    help: 'image for each version of bitcoind that this host offers (in the file: a table)',
    default: 'bitcoin/bitcoin:VERSION for 28.1, 28.0 and 27.0',
    shape: images,
  },
  networks: {
    key: 'networks',
    argument: 'LIST',
    help: 'networks that this host offers: mainnet, signet',
    default: 'mainnet,signet',
    shape: list(z.enum(['mainnet', 'signet'], 'must be mainnet or signet; for regtest set allow_regtest')),
  },
  allowRegtest: {
    key: 'allow_regtest',
    argument: 'BOOLEAN',
    help: 'whether to offer regtest, a private chain for testing',
    default: 'false',
    shape: yesNo,
  },
  nodeTypes: {
    key: 'node_types',
    argument: 'LIST',
    help: 'node types that this host offers: full, pruned',
    default: 'full,pruned',
    shape: list(z.enum(['full', 'pruned'], 'must be full or pruned')),
  },
  bindAddress: {
    key: 'bind_address',
    argument: 'IP',
    help: 'address that RPC ports are bound to',
    default: '127.0.0.1',
    shape: address,
  },
  p2pBindAddress: {
    key: 'p2p_bind_address',
    argument: 'IP',
    help: 'address that peer-to-peer ports are bound to',
    default: '0.0.0.0',
    shape: address,
  },
  advertiseHost: {
    key: 'advertise_host',
    argument: 'HOST',
    help: 'host that users are told to reach the nodes at',
    default: 'bind_address, or the host’s name where that is 0.0.0.0 or ::',
    shape: text.max(253),
  },
  portRange: {
    key: 'port_range',
    argument: 'FROM-TO',
    help: 'ports for nodes whose network’s default ports are taken',
    default: '20000-29999',
    shape: portRange,
  },
  nodeUser: {
    key: 'node_user',
    argument: 'UID:GID',
    help: 'user and group that the daemons run as',
    default: '101:101',
    shape: text.regex(/^[1-9]\d{0,8}:[1-9]\d{0,8}$/, 'must be UID:GID in numbers, and not root'),
  },
  stopTimeoutSeconds: {
    key: 'stop_timeout',
    argument: 'SECONDS',
    help: 'how long a daemon may take to write out its state before it is killed',
    default: '600',
    shape: seconds(10, 86_400),
  },
  outboxMaxEvents: {
    key: 'outbox_max_events',
    argument: 'COUNT',
    help: 'how many events and samples are kept while the control plane is away',
    default: '100000',
    shape: z.coerce.number('must be a number').int('must be whole').min(100).max(10_000_000),
  },
  logLevel: {
    key: 'log_level',
    argument: 'LEVEL',
    help: 'fatal, error, warn, info, debug or trace',
    default: 'info',
    shape: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'must be fatal, error, warn, info, debug or trace',
    ),
  },
  reconcileIntervalSeconds: {
    key: 'reconcile_interval',
    argument: 'SECONDS',
    help: 'how often each node is looked at when nothing happens',
    default: '60',
    shape: seconds(1, 3600),
  },
  sampleIntervalSeconds: {
    key: 'sample_interval',
    argument: 'SECONDS',
    help: 'how often each node is measured when it has no new block',
    default: '30',
    shape: seconds(1, 3600),
  },
} as const satisfies Record<string, SettingOption>;

export type SettingName = keyof typeof settingOptions;

export const flagOf = (name: SettingName): string => `--${settingOptions[name].key.replaceAll('_', '-')}`;
export const environmentOf = (name: SettingName): string => `SATRAP_${settingOptions[name].key.toUpperCase()}`;
