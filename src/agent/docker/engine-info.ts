import type { DockerClient } from './docker-client.ts';

export interface EngineInfo {
  cpus: number;
  memoryMiB: number;
  /** Where the engine keeps its volumes, as a path of the host. */
  rootDir: string;
  version: string;
}

export async function engineInfo(client: DockerClient): Promise<EngineInfo> {
  const info = (await client.call('describe itself', () => client.docker.info())) as {
    NCPU: number;
    MemTotal: number;
    DockerRootDir: string;
    ServerVersion: string;
  };
  return {
    cpus: info.NCPU,
    memoryMiB: Math.floor(info.MemTotal / 1024 / 1024),
    rootDir: info.DockerRootDir,
    version: info.ServerVersion,
  };
}
