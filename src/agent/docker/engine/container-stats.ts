import type { WorkloadStats } from '../../runtime/runtime.ts';
import type { EngineClient } from './engine-client.ts';

/** The type definitions do not know the signal. Without `one-shot` the engine waits a second for a second reading. */
const oneShot = (abortSignal: AbortSignal) => ({ stream: false as const, 'one-shot': true, abortSignal });

interface Reading {
  cpuNanoseconds: number;
  atMilliseconds: number;
}

/** Returns a reader of a container's usage. It keeps its last reading: asking for two would take over a second. */
export function statsReader(client: EngineClient, containerId: string): () => Promise<WorkloadStats> {
  let last: Reading | undefined;
  return async () => {
    const stats = await client.call('measure the container', (abortSignal) =>
      client.docker.getContainer(containerId).stats(oneShot(abortSignal)),
    );
    const reading = {
      cpuNanoseconds: stats.cpu_stats?.cpu_usage?.total_usage ?? 0,
      atMilliseconds: Date.parse(stats.read),
    };
    const cpuPercent = last === undefined ? null : cpuPercentBetween(last, reading);
    last = reading;
    const { usage, stats: details } = stats.memory_stats ?? {};
    const cache = details?.inactive_file ?? details?.total_inactive_file ?? 0;
    const memoryMiB = usage === undefined ? null : Math.max(0, usage - cache) / 1024 / 1024;
    return { cpuPercent, memoryMiB, writtenBytes: writtenBytesOf(stats.blkio_stats?.io_service_bytes_recursive) };
  };
}

/** Total of all disks; null where the engine measures none because the kernel lacks the controller. */
export function writtenBytesOf(readings: readonly { op: string; value: number }[] | null | undefined): number | null {
  const written = (readings ?? []).filter(({ op }) => op.toLowerCase() === 'write');
  return written.length === 0 ? null : written.reduce((sum, { value }) => sum + value, 0);
}

/** Percent of one core; null if the second reading belongs to another run, whose time starts at 0 again. */
export function cpuPercentBetween(first: Reading, second: Reading): number | null {
  const elapsedMs = second.atMilliseconds - first.atMilliseconds;
  const used = second.cpuNanoseconds - first.cpuNanoseconds;
  return elapsedMs <= 0 || used < 0 ? null : (used / elapsedMs / 1e6) * 100;
}
