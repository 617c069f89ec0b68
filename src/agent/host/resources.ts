import { statfs } from 'node:fs/promises';
import type { ExecutorResourcesInput } from '../../client/generated.ts';
import type { Clock } from '../clock.ts';

export interface ResourceOptions {
  clock: Clock;
  /** Where chain data lies. */
  dataPath(): Promise<string>;
  /** What the engine says of the host; an agent in a container sees only its own share. */
  engine(): Promise<{ cpus: number; memoryMiB: number }>;
  /** The sum of what this host's nodes use. */
  nodeUsage(): { cpuCores: number; memoryMiB: number; diskMiB: number };
}

/** A heartbeat must cost nothing: figures of the host are read at most this often. */
const freshForMs = 10_000;

/** Tells the host's resources: cores, MiB of memory, MiB of the disk that holds the chain data. */
export class ResourceReader {
  readonly #options: ResourceOptions;
  #last: { at: number; resources: Promise<ExecutorResourcesInput> } | undefined;

  constructor(options: ResourceOptions) {
    this.#options = options;
  }

  read(): Promise<ExecutorResourcesInput> {
    const now = this.#options.clock.now();
    if (this.#last === undefined || now - this.#last.at >= freshForMs) {
      const resources = this.#measure();
      this.#last = { at: now, resources };
      resources.catch(() => {
        // Read anew the next time; the caller of this one gets the error.
        this.#last = undefined;
      });
    }
    return this.#last.resources;
  }

  async #measure(): Promise<ExecutorResourcesInput> {
    const { engine, dataPath, nodeUsage } = this.#options;
    // Loaded here, after the first heartbeat's own modules: it is the largest of the agent's libraries.
    const { default: si } = await import('systeminformation');
    const [{ cpus, memoryMiB }, memory, load, disk] = await Promise.all([
      engine(),
      si.mem(),
      si.currentLoad(),
      // systeminformation's fsSize lists mounts with `df`; the kernel tells the one that matters without a process.
      dataPath().then((path) => statfs(path)),
    ]);
    const used = nodeUsage();
    const mebibyte = 1024 * 1024;
    return {
      cpuCores: { total: cpus, usedByNodes: used.cpuCores, free: Math.max(0, cpus * (1 - load.currentLoad / 100)) },
      memoryMiB: { total: memoryMiB, usedByNodes: used.memoryMiB, free: Math.floor(memory.available / mebibyte) },
      diskMiB: {
        total: Math.floor((disk.blocks * disk.bsize) / mebibyte),
        usedByNodes: used.diskMiB,
        free: Math.floor((disk.bavail * disk.bsize) / mebibyte),
      },
    };
  }
}
