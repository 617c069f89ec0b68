import type { EngineClient } from './engine-client.ts';

/** What a container uses. */
export interface ContainerStats {
  /** Percent of one core; null until the engine has two readings. */
  cpuPercent: number | null;
  /** MiB, without the page cache, which the kernel gives back when it is needed. */
  memoryMiB: number | null;
}

/** The type definitions do not know the signal. Without `one-shot` the engine waits a second for a second reading. */
const oneShot = (abortSignal: AbortSignal) => ({ stream: false as const, 'one-shot': true, abortSignal });

interface Reading {
  cpuNanoseconds: number;
  atMilliseconds: number;
}

/** Reads a container's use. Keeps its own last reading: asking the engine for two of them would take over a second. */
export class StatsReader {
  readonly #client: EngineClient;
  readonly #containerId: string;
  #last: Reading | undefined;

  constructor(client: EngineClient, containerId: string) {
    this.#client = client;
    this.#containerId = containerId;
  }

  /** Throws RuntimeError. */
  async read(): Promise<ContainerStats> {
    const stats = await this.#client.call('measure the container', (abortSignal) =>
      this.#client.docker.getContainer(this.#containerId).stats(oneShot(abortSignal)),
    );
    const reading = {
      cpuNanoseconds: stats.cpu_stats?.cpu_usage?.total_usage ?? 0,
      atMilliseconds: Date.parse(stats.read),
    };
    const last = this.#last;
    this.#last = reading;
    const elapsed = last === undefined ? 0 : reading.atMilliseconds - last.atMilliseconds;
    const used = stats.memory_stats?.usage;
    const cache = stats.memory_stats?.stats?.inactive_file ?? stats.memory_stats?.stats?.total_inactive_file ?? 0;
    return {
      cpuPercent:
        last === undefined || elapsed <= 0
          ? null
          : ((reading.cpuNanoseconds - last.cpuNanoseconds) / elapsed / 1e6) * 100,
      memoryMiB: used === undefined ? null : Math.max(0, used - cache) / 1024 / 1024,
    };
  }
}
