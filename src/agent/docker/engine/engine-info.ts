import type { EngineFacts } from '../../runtime/host-runtime.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { type Info, traitsOf } from './engine-fit.ts';

export interface EngineInfo {
  cpus: number;
  memoryMiB: number;
  /** The directory of the engine's volumes on the host. */
  rootDir: string;
}

/** Throws RuntimeError. */
export async function engineInfo(client: EngineClient): Promise<EngineInfo> {
  const info = await client.get<{ NCPU: number; MemTotal: number; DockerRootDir: string }>('describe itself', '/info');
  return { cpus: info.NCPU, memoryMiB: Math.floor(info.MemTotal / 1024 / 1024), rootDir: info.DockerRootDir };
}

/** The engine's properties. Throws RuntimeError. */
export async function engineFacts(client: EngineClient): Promise<EngineFacts> {
  const info = await client.get<Info>('describe itself', '/info', { timeoutSeconds: 10 });
  return {
    ...traitsOf(info),
    version: info.ServerVersion,
    isPodman: info.BuildahVersion !== undefined,
    storageDriver: info.Driver,
    liveRestore: info.LiveRestoreEnabled ?? false,
    rootDir: info.DockerRootDir,
    warnings: info.Warnings ?? [],
  };
}

/**
 * Start time of the engine, in milliseconds since the epoch: it re-creates its default network at each start that ends
 * its containers. Null for an engine without that network, and for Podman, which has no service that containers depend
 * on.
 *
 * An engine closes its socket before it stops its containers, so this uses a new connection: an engine that answers is
 * not about to stop. If systemd holds the socket, the next engine answers. Throws RuntimeError: `unreachable` while the
 * engine is stopping.
 */
export async function engineStartedAt(client: EngineClient): Promise<number | null> {
  try {
    const options = { ownConnection: true, timeoutSeconds: 10 };
    return madeAt(await client.get<EngineNetwork>('inspect its default network', '/networks/bridge', options));
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error;
    if (error.fault === 'not-found') return null;
    if (error.fault !== 'timeout') throw error;
    throw new RuntimeError('unreachable', 'The Docker engine accepts no new connections and may be stopping', {
      cause: error,
    });
  }
}

export interface EngineNetwork {
  Created?: string;
  Options?: Record<string, string> | null;
}

/**
 * Creation time of Docker's default network. Null for Podman's, whose time is only the first access since its service,
 * which stops when idle, was started.
 */
export function madeAt({ Created, Options }: EngineNetwork): number | null {
  if (Options?.['com.docker.network.bridge.default_bridge'] !== 'true') return null;
  const at = Date.parse(Created ?? '');
  return Number.isNaN(at) ? null : at;
}
