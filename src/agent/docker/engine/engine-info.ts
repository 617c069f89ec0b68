import type { EngineClient } from './engine-client.ts';

export interface EngineInfo {
  cpus: number;
  memoryMiB: number;
  /** Where the engine keeps its volumes, as a path of the host. */
  rootDir: string;
}

/** Throws RuntimeError. */
export async function engineInfo(client: EngineClient): Promise<EngineInfo> {
  const info = await client.get<{ NCPU: number; MemTotal: number; DockerRootDir: string }>('describe itself', '/info');
  return { cpus: info.NCPU, memoryMiB: Math.floor(info.MemTotal / 1024 / 1024), rootDir: info.DockerRootDir };
}
