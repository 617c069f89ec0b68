import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import type { Logger } from 'pino';
import { defaultDataRoot } from '../../contract/names.ts';
import type { DataRootInput, ExecutorResourcesInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { cachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import type { NodeSample } from '../monitor/sample.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { describeMissingMount, findMissingMount, type MountTables } from './missing-mount.ts';
import { estimateLoad, processorLoad } from './processor-load.ts';

const mebibyte = 1024 ** 2;

const gibibyte = 1024 ** 3;

const maxAgeMs = 10_000;

export interface ResourceOptions {
  clock: Clock;
  /** As the engine sees it: an agent in a container sees only its share. */
  host: Pick<HostRuntime, 'hostInfo'>;
  settings: Pick<AgentSettings, 'overcommit' | 'dataRoot' | 'dataRoots'>;
  nodeUsage(): NodeUsage;
  log: Logger;
}

/** Returns a reader of the host's resources, with node:os: a library would cost 8 MiB. A heartbeat never waits for it. */
export function resourceReader({ clock, host, settings, nodeUsage, log }: ResourceOptions) {
  /** The path of an unmeasurable disk that has been logged. */
  let unseenPath: string | undefined;
  /** Zeros for an invisible disk: the other resources are still reported. */
  const measureChainDisk = async (path: string) => {
    try {
      const disk = await measureDisk(path);
      unseenPath = undefined;
      return disk;
    } catch (error) {
      if (unseenPath !== path) log.warn(unseenDisk(path, error));
      unseenPath = path;
      return { total: 0, free: 0 };
    }
  };
  /** CPU load in percent. The first heartbeat does not wait for it. */
  const cpuLoad = cachedReading({ clock, read: processorLoad(clock), maxAgeMs, firstReadTimeoutMs: 0 });
  const measure = async (): Promise<ExecutorResourcesInput> => {
    const [{ cpus, memoryMiB, dataPath }, load] = await Promise.all([host.hostInfo(), cpuLoad(estimateLoad)]);
    const [disk, dataRoots] = await Promise.all([measureChainDisk(dataPath), measureRoots(settings, dataPath)]);
    const used = nodeUsage();
    return {
      cpuCores: { total: cpus, usedByNodes: used.cpuCores, free: Math.max(0, cpus * (1 - load / 100)) },
      memoryMiB: { total: memoryMiB, usedByNodes: used.memoryMiB, free: Math.floor(freemem() / mebibyte) },
      diskGiB: { ...disk, usedByNodes: used.diskGiB },
      overcommit: settings.overcommit,
      ...(dataRoots === null ? {} : { dataRoots }),
    };
  };
  const resources = cachedReading({ clock, read: measure, maxAgeMs });
  return () => resources(() => ({ ...resourcesOfProcess(), overcommit: settings.overcommit }));
}

/** Measures a disk in GiB. Throws if it is not mounted or not visible. */
async function measureDisk(path: string, mounts?: MountTables): Promise<{ total: number; free: number }> {
  const missing = await findMissingMount(path, mounts);
  if (missing !== null) throw new Error(describeMissingMount(path, missing));
  const { blocks, bavail, bsize } = await statfs(path);
  return { total: (blocks * bsize) / gibibyte, free: (bavail * bsize) / gibibyte };
}

/** The host's resources as seen by this process, until the engine answers. */
function resourcesOfProcess(): ExecutorResourcesInput {
  const cores = availableParallelism();
  return {
    cpuCores: { total: cores, usedByNodes: 0, free: cores },
    memoryMiB: { total: Math.floor(totalmem() / mebibyte), usedByNodes: 0, free: Math.floor(freemem() / mebibyte) },
    diskGiB: { total: 0, usedByNodes: 0, free: 0 },
  };
}

const unseenDisk = (path: string, error: unknown): string =>
  `cannot measure the chain data disk: ${errorMessage(error)}; if the agent runs in a container, mount the chain data directory read-only at ${path}`;

export interface NodeUsage {
  cpuCores: number;
  memoryMiB: number;
  diskGiB: number;
}

export function usageOf(samples: readonly NodeSample[]): NodeUsage {
  const sum = { cpuCores: 0, memoryMiB: 0, diskGiB: 0 };
  for (const { cpuPercent, memoryMiB, sizeOnDiskBytes } of samples) {
    sum.cpuCores += (cpuPercent ?? 0) / 100;
    sum.memoryMiB += memoryMiB ?? 0;
    sum.diskGiB += sizeOnDiskBytes / gibibyte;
  }
  return sum;
}

/** Measures the disk of each data root; an invisible or unmounted root has no figures. Null without further roots. */
export async function measureRoots(
  { dataRoot, dataRoots }: Pick<AgentSettings, 'dataRoot' | 'dataRoots'>,
  dataPath: string,
  mounts?: MountTables,
): Promise<DataRootInput[] | null> {
  const measure = async (name: string, path: string | null, measured: string) => {
    // Not mounted, or not visible in the container: the control plane shows that.
    const disk = await measureDisk(measured, mounts).catch(() => null);
    return { name, path, totalGiB: disk?.total ?? null, freeGiB: disk?.free ?? null };
  };
  const further = Object.entries(dataRoots);
  if (further.length === 0) return null;
  return Promise.all([
    measure(defaultDataRoot, dataRoot ?? null, dataPath),
    ...further.map(([name, path]) => measure(name, path, path)),
  ]);
}
