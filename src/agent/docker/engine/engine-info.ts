import type { DockerClient } from './engine-client.ts';
import { get } from './get.ts';

export interface EngineInfo {
  cpus: number;
  memoryMiB: number;
  /** Where the engine keeps its volumes, as a path of the host. */
  rootDir: string;
  version: string;
}

interface EngineAnswer {
  NCPU: number;
  MemTotal: number;
  DockerRootDir: string;
  ServerVersion: string;
}

export async function engineInfo(client: DockerClient): Promise<EngineInfo> {
  const info = await client.call('describe itself', (abortSignal) => get<EngineAnswer>(client, '/info', abortSignal));
  return {
    cpus: info.NCPU,
    memoryMiB: Math.floor(info.MemTotal / 1024 / 1024),
    rootDir: info.DockerRootDir,
    version: info.ServerVersion,
  };
}
