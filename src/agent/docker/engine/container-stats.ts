import { readFile } from 'node:fs/promises';
import { type Network, networkFacts } from '../../../bitcoin/network.ts';
import type { ConfigOverride } from '../../../bitcoin/node-config.ts';
import { loweredByLog, loweredConnections } from '../../../bitcoin/open-files.ts';
import type { WorkloadStats } from '../../runtime/runtime.ts';
import { firstLines } from './container-logs.ts';
import type { EngineClient } from './engine-client.ts';
import type { ObservedContainer } from './observed-container.ts';

/** Without `one-shot` the engine waits a second for a second reading. */
const oneShot = { stream: false, 'one-shot': true } as const;

interface Reading {
  cpuNanoseconds: number;
  atMilliseconds: number;
}

/** For a list of sockets, the kernel visits those of the whole host, which takes up to five milliseconds. */
const readingsPerCount = 10;

type MeasuredContainer = Pick<ObservedContainer, 'id' | 'pid' | 'startedAt'>;

interface MeasuredConfig {
  network: Network;
  overrides: readonly ConfigOverride[];
}

/** Returns a reader of a container's usage. */
export function statsReader(
  client: EngineClient,
  container: MeasuredContainer,
  config: MeasuredConfig,
): () => Promise<WorkloadStats> {
  const stats = new ContainerStats(client, container, config);
  return () => stats.read();
}

/** A container's usage. It keeps its last reading: asking the engine for two would take over a second. */
class ContainerStats {
  readonly #client: EngineClient;
  readonly #container: MeasuredContainer;
  readonly #config: MeasuredConfig;
  #last: Reading | undefined;
  #readings = 0;
  #rpcConnections: number | null = null;
  #openFiles: number | null = null;
  /** Undefined until it is read. */
  #lowered: number | null | undefined;

  constructor(client: EngineClient, container: MeasuredContainer, config: MeasuredConfig) {
    this.#client = client;
    this.#container = container;
    this.#config = config;
  }

  async read(): Promise<WorkloadStats> {
    const stats = await this.#client.onContainer(this.#container.id, 'measure the container', (container, options) =>
      container.stats({ ...oneShot, ...options }),
    );
    const reading = {
      cpuNanoseconds: stats.cpu_stats?.cpu_usage?.total_usage ?? 0,
      atMilliseconds: Date.parse(stats.read),
    };
    const cpuPercent = this.#last === undefined ? null : cpuPercentBetween(this.#last, reading);
    this.#last = reading;
    const { usage, stats: details } = stats.memory_stats ?? {};
    // The kernel drops pages of files when it needs memory, whether they were read or mapped (cgroup 2, then 1).
    const inactive = details?.inactive_file ?? details?.total_inactive_file ?? 0;
    const active = details?.active_file ?? details?.total_active_file ?? 0;
    const cache = inactive + active;
    const memoryMiB = usage === undefined ? null : Math.max(0, usage - cache) / 1024 / 1024;
    const writtenBytes = writtenBytesOf(stats.blkio_stats?.io_service_bytes_recursive);
    if (this.#readings++ % readingsPerCount === 0) await this.#readProcess();
    return {
      cpuPercent,
      memoryMiB,
      writtenBytes,
      rpcConnections: this.#rpcConnections,
      openFiles: this.#openFiles,
      loweredConnections: this.#lowered ?? null,
    };
  }

  async #readProcess(): Promise<void> {
    const { id, pid, startedAt } = this.#container;
    const { network, overrides } = this.#config;
    // An agent in a container, or in a unit that hides other users' processes, cannot read it.
    const sockets = await readFile(`/proc/${pid}/net/tcp`, 'utf8').catch(() => null);
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8').catch(() => '');
    const openFiles = openFilesLimit(limits);
    this.#openFiles = openFiles;
    // A daemon says so once, at its start. Few get so few files, and the others' logs need not be read.
    if (this.#lowered === undefined && openFiles !== null && startedAt !== null)
      this.#lowered =
        loweredConnections(overrides, openFiles) && loweredByLog(await startOfLog(this.#client, id, startedAt));
    this.#rpcConnections = sockets === null ? null : connectionsTo(networkFacts(network).rpcPort, sockets);
  }
}

/** A daemon checks its open files before it loads anything. */
const startMs = 60_000;

function startOfLog(client: EngineClient, containerId: string, startedAt: string): Promise<string[]> {
  const since = Date.parse(startedAt);
  return firstLines(client, containerId, since, since + startMs);
}

/** The hard limit of open files in a process's list of limits, up to which bitcoind raises its own; null without one. */
export function openFilesLimit(limits: string): number | null {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  if (hard === undefined) return null;
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}

const established = '01';

/** Counts the open connections to a port in a list of sockets (proc_net_tcp.txt of the kernel's documentation). */
export function connectionsTo(port: number, sockets: string): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = sockets.split('\n').map((line) => line.trim().split(/\s+/));
  return rows.filter(([, local, , state]) => local?.endsWith(end) && state === established).length;
}

/** Total of all disks; null where the engine measures none because the kernel lacks the controller. */
function writtenBytesOf(readings: readonly { op: string; value: number }[] | null | undefined): number | null {
  const written = (readings ?? []).filter(({ op }) => op.toLowerCase() === 'write');
  return written.length === 0 ? null : written.reduce((sum, { value }) => sum + value, 0);
}

/** Percent of one core; null if the second reading belongs to another run, whose time starts at 0 again. */
export function cpuPercentBetween(first: Reading, second: Reading): number | null {
  const elapsedMs = second.atMilliseconds - first.atMilliseconds;
  const used = second.cpuNanoseconds - first.cpuNanoseconds;
  return elapsedMs <= 0 || used < 0 ? null : (used / elapsedMs / 1e6) * 100;
}
