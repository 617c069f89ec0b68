import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os';
import type { ExecutorResourcesInput } from '../../contract/types.generated.ts';
import { CachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';

const mebibyte = 1024 * 1024;

export interface ResourceOptions {
  clock: Clock;
  /** Where chain data lies. */
  dataPath(): Promise<string>;
  /** What the engine says of the host; an agent in a container sees only its own share. */
  engine(): Promise<{ cpus: number; memoryMiB: number }>;
  /** The sum of what this host's nodes use. */
  nodeUsage(): { cpuCores: number; memoryMiB: number; diskMiB: number };
}

/** Tells the host's resources: cores, MiB of memory, MiB of the disk that holds the chain data. A heartbeat never waits for it. */
export class ResourceReader {
  readonly #options: ResourceOptions;
  readonly #latest: CachedReading<ExecutorResourcesInput>;
  /** Processor load in percent. Measured over half a second, for which the first heartbeat does not wait. */
  readonly #load: CachedReading<number>;

  constructor(options: ResourceOptions) {
    this.#options = options;
    const { clock } = options;
    this.#load = new CachedReading({ clock, read: measureLoad, maxAgeMs: 10_000, firstReadTimeoutMs: 0 });
    this.#latest = new CachedReading({ clock, read: () => this.#measure(), maxAgeMs: 10_000 });
  }

  /** Before the engine has answered once, what this process sees of the host. */
  read(): Promise<ExecutorResourcesInput> {
    return this.#latest.get(() => {
      const memory = { total: Math.floor(totalmem() / mebibyte), free: Math.floor(freemem() / mebibyte) };
      const cores = availableParallelism();
      return {
        cpuCores: { total: cores, usedByNodes: 0, free: cores },
        memoryMiB: { ...memory, usedByNodes: 0 },
        diskMiB: { total: 0, usedByNodes: 0, free: 0 },
      };
    });
  }

  async #measure(): Promise<ExecutorResourcesInput> {
    const { engine, dataPath, nodeUsage } = this.#options;
    // Loaded here, after the first heartbeat's own modules: it is the largest of the agent's libraries.
    const { mem } = await import('systeminformation');
    const [{ cpus, memoryMiB }, memory, load, disk] = await Promise.all([
      engine(),
      mem(),
      this.#load.get(() => Math.min(100, (loadavg()[0] ?? 0) * (100 / availableParallelism()))),
      // systeminformation's fsSize lists mounts with `df`; the kernel tells the one that matters without a process.
      dataPath().then((path) => statfs(path)),
    ]);
    const used = nodeUsage();
    return {
      cpuCores: { total: cpus, usedByNodes: used.cpuCores, free: Math.max(0, cpus * (1 - load / 100)) },
      memoryMiB: { total: memoryMiB, usedByNodes: used.memoryMiB, free: Math.floor(memory.available / mebibyte) },
      diskMiB: {
        total: Math.floor((disk.blocks * disk.bsize) / mebibyte),
        usedByNodes: used.diskMiB,
        free: Math.floor((disk.bavail * disk.bsize) / mebibyte),
      },
    };
  }
}

async function measureLoad(): Promise<number> {
  const { currentLoad } = await import('systeminformation');
  return (await currentLoad()).currentLoad;
}
