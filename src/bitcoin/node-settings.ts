import { optionCatalog } from './clients/catalog.ts';
import type { NodeConfig } from './node-config.ts';
import { readOverrides } from './read-overrides.ts';
import { agentThreads, overrideNote, threadsNote } from './setting-notes.ts';
import { whyNoOnion } from './tor.ts';
import { renderedZmq } from './zmq-topics.ts';

/** Origin of a setting: the platform, its defaults for this network, node type and resources, or the user. */
export type ConfigOrigin = 'platform' | 'default' | 'override';

export interface ConfigSetting {
  key: string;
  /** Null for a secret. */
  value: string | null;
  origin: ConfigOrigin;
  /** Its reason, or a note about it. */
  note: string | null;
}

/** A setting in the network's section of the configuration file. */
export type FileSetting = ConfigSetting & { value: string };

/** MiB in the unit of each cache: `maxmempool` is in units of 1,000,000 bytes (src/node/mempool_args.cpp). */
const mebibytesOf: Readonly<Record<string, number>> = { dbcache: 1, maxmempool: 1e6 / 1024 ** 2 };

/** The settings of the file's network section, each key once unless it is repeatable. Invalid overrides are omitted. */
export function nodeSettings(config: NodeConfig): FileSetting[] {
  const { read } = readOverrides(config);
  const overridden = new Set(read.flatMap(({ base, withoutEffect }) => (withoutEffect ? [] : [base])));
  const defaults = defaultSettings(config).filter(({ key }) => !overridden.has(key));
  const caches = [...defaults.map(({ key, value }) => ({ base: key, value })), ...read].reduce(
    (sum, { base, value }) => sum + Number(value) * (mebibytesOf[base] ?? 0),
    0,
  );
  const overrides = read.flatMap(({ key, value, base, withoutEffect }): FileSetting[] => {
    if (withoutEffect) return [];
    const rendered = base === 'rpcthreads' ? String(Number(value) + agentThreads) : renderedZmq(key, value);
    if (rendered === null) return [];
    const isOnion = base === 'onlynet' && value === 'onion';
    const note =
      (isOnion ? whyNoOnion(read, config.tor ?? null) : null) ?? overrideNote(base, value, config, Math.round(caches));
    return [{ key, value: rendered, origin: 'override', note }];
  });
  return [...defaults, ...overrides];
}

/** Later versions ask the router to forward the port by default (src/mapport.cpp): the router is not the node's. */
const portMapping = (config: NodeConfig): FileSetting[] =>
  optionCatalog(config).find('natpmp')?.default === '1'
    ? [{ key: 'natpmp', value: '0', origin: 'default', note: 'asks no router to forward the port' }]
    : [];

function defaultSettings(config: NodeConfig): FileSetting[] {
  const { cpuCores, memoryMiB } = config.resources;
  const quarter = Math.floor(memoryMiB / 4);
  const setting = (key: string, value: number, note: string): FileSetting => ({
    key,
    value: String(value),
    origin: 'default',
    note,
  });
  return [
    setting('dbcache', clamp(quarter, 32, 4096), 'one quarter of the memory, up to 4096 MiB'),
    setting('maxmempool', clamp(quarter, 5, 300), '300 MB or one quarter of the memory, whichever is less'),
    setting('par', defaultPar(cpuCores), 'number of cores of the node'),
    setting('rpcthreads', Number(optionCatalog(config).find('rpcthreads')?.default) + agentThreads, threadsNote),
    ...(config.nodeType === 'full'
      ? [setting('txindex', 1, 'full nodes keep the transaction index')]
      : [
          setting('prune', 550, 'MiB; bitcoind’s minimum'),
          setting('txindex', 0, 'off, because bitcoind does not start with a transaction index and pruning'),
        ]),
    ...portMapping(config),
  ];
}

/** Script verification threads. */
export const defaultPar = (cpuCores: number): number => clamp(Math.floor(cpuCores), 1, 15);

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
