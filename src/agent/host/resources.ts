import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus as cpuTimes, freemem, loadavg, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ExecutorResourcesInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import type { NodeUsage } from './node-usage.ts';

const mebibyte = 1024 * 1024;
const maxAgeMs = 10_000;

export interface ResourceOptions {
  clock: Clock;
  /** The host as its engine sees it; an agent in a container sees only its own share. `dataPath` is where chain data lies. */
  hostInfo(): Promise<{ cpus: number; memoryMiB: number; dataPath: string }>;
  /** How many times each may be promised to nodes. */
  overcommit: { cpu: number; memory: number; disk: number };
  /** What the nodes of this host use together. */
  nodeUsage(): NodeUsage;
  log: Logger;
}

/** Reads the host's resources: cores, MiB of memory, MiB of the disk that holds the chain data. A heartbeat never waits for it. */
export class ResourceReader {
  readonly #options: ResourceOptions;
  readonly #resources: CachedReading<ExecutorResourcesInput>;
  /** Processor load in percent. Measured over half a second, for which the first heartbeat does not wait. */
  readonly #load: CachedReading<number>;

  /** The path of a disk that could not be measured, which is in the log already. */
  #unseenPath: string | undefined;

  constructor(options: ResourceOptions) {
    this.#options = options;
    const { clock } = options;
    this.#load = new CachedReading({ clock, read: measureLoad, maxAgeMs, firstReadTimeoutMs: 0 });
    this.#resources = new CachedReading({ clock, read: () => this.#measure(), maxAgeMs });
  }

  read(): Promise<ExecutorResourcesInput> {
    return this.#resources.get(() => ({ ...resourcesOfProcess(), overcommit: this.#options.overcommit }));
  }

  async #measure(): Promise<ExecutorResourcesInput> {
    const { hostInfo, nodeUsage, overcommit } = this.#options;
    const [{ cpus, memoryMiB, dataPath }, load] = await Promise.all([hostInfo(), this.#load.get(estimateLoad)]);
    const disk = await this.#measureDisk(dataPath);
    const used = nodeUsage();
    return {
      cpuCores: { total: cpus, usedByNodes: used.cpuCores, free: Math.max(0, cpus * (1 - load / 100)) },
      memoryMiB: { total: memoryMiB, usedByNodes: used.memoryMiB, free: Math.floor(freemem() / mebibyte) },
      diskMiB: { ...disk, usedByNodes: used.diskMiB },
      overcommit,
    };
  }

  /** Zeros for a disk that the agent does not see: the other resources are known nevertheless. */
  async #measureDisk(path: string): Promise<{ total: number; free: number }> {
    const { log } = this.#options;
    try {
      const { blocks, bavail, bsize } = await statfs(path);
      this.#unseenPath = undefined;
      return { total: Math.floor((blocks * bsize) / mebibyte), free: Math.floor((bavail * bsize) / mebibyte) };
    } catch (error) {
      if (this.#unseenPath !== path) log.warn(unseenDisk(path, error));
      this.#unseenPath = path;
      return { total: 0, free: 0 };
    }
  }
}

/** What this process sees of the host, for as long as the engine has not answered. */
function resourcesOfProcess(): ExecutorResourcesInput {
  const cores = availableParallelism();
  return {
    cpuCores: { total: cores, usedByNodes: 0, free: cores },
    memoryMiB: {
      total: Math.floor(totalmem() / mebibyte),
      usedByNodes: 0,
      free: Math.floor(freemem() / mebibyte),
    },
    diskMiB: { total: 0, usedByNodes: 0, free: 0 },
  };
}

const unseenDisk = (path: string, error: unknown): string =>
  `the disk of the chain data cannot be measured and is reported as 0 of 0: ${errorMessage(error)}; where the agent runs in a container, mount the directory of the chain data read-only at ${path}`;

/** By node:os, which says on Linux what is available without swapping as `freemem`; a library for it would cost the agent 8 MiB. */
async function measureLoad(): Promise<number> {
  const before = processorTimes();
  await delay(500);
  return loadBetween(before, processorTimes());
}

/** What all cores did since the start of the host, in milliseconds. */
export interface ProcessorTimes {
  busy: number;
  idle: number;
}

function processorTimes(): ProcessorTimes {
  const times = cpuTimes().map((core) => core.times);
  const sum = (pick: (core: (typeof times)[number]) => number) => times.reduce((total, core) => total + pick(core), 0);
  return { busy: sum(({ user, nice, sys, irq }) => user + nice + sys + irq), idle: sum(({ idle }) => idle) };
}

/** Returns the load between two readings in percent of all cores; 0 where no time passed. Pure. */
export function loadBetween(before: ProcessorTimes, after: ProcessorTimes): number {
  const busy = after.busy - before.busy;
  const passed = busy + after.idle - before.idle;
  return passed <= 0 ? 0 : Math.min(100, Math.max(0, (busy / passed) * 100));
}

/** The load average of the last minute, in percent of all cores. */
const estimateLoad = (): number => Math.min(100, (loadavg()[0] ?? 0) * (100 / availableParallelism()));
