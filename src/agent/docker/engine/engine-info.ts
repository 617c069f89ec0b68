import { join } from 'node:path';
import { type EngineFacts, type EngineTraits, whyUnlimited } from '../../runtime/host-runtime.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { CallOptions, EngineClient } from './engine-client.ts';

/** The engine's answer to `/info`. Podman returns the same, with fields of its own. */
interface Info {
  NCPU: number;
  MemTotal: number;
  ServerVersion: string;
  OSType?: string;
  Driver: string;
  CgroupVersion?: string;
  CgroupDriver?: string;
  LiveRestoreEnabled?: boolean;
  SecurityOptions?: string[] | null;
  /** Its data folder on the host. */
  DockerRootDir: string;
  Warnings?: string[] | null;
  MemoryLimit?: boolean;
  CpuCfsQuota?: boolean;
  BuildahVersion?: string;
  /** Podman only, which does not list it among the security options. */
  Rootless?: boolean;
}

/** Reads the traits. An engine that does not report cgroups is older than 20.10, which only supported version 1. */
export const traitsOf = (info: Info): EngineTraits => ({
  osType: info.OSType ?? 'linux',
  cgroupVersion: info.CgroupVersion ?? '1',
  cgroupDriver: info.CgroupDriver ?? 'unknown',
  isRootless: info.Rootless ?? (info.SecurityOptions ?? []).some((option) => option.includes('rootless')),
  unlimited: [...(info.MemoryLimit === false ? ['memory'] : []), ...(info.CpuCfsQuota === false ? ['CPU'] : [])],
});

/** Returns why nodes cannot run on an engine, with what to do; null if they can. */
export function whyUnfit(traits: EngineTraits, { allowUnlimited }: { allowUnlimited: boolean }): string | null {
  const { osType } = traits;
  if (osType !== 'linux') return `the engine runs ${osType} containers, but nodes need Linux containers`;
  const why = whyUnlimited(traits);
  if (why === null || allowUnlimited) return null;
  return `${why.text}: ${why.remedy}; to run without limits, set allow_unlimited`;
}

export const engineInfo = (client: EngineClient, options?: CallOptions): Promise<Info> =>
  client.get<Info>('describe itself', '/info', options);

/**
 * Returns the folder of an engine's volumes on the host: in its data folder, but Podman may have another one
 * (`volume_path` in containers.conf), which its answer in the form of Docker leaves out.
 */
export async function volumesFolder(
  client: EngineClient,
  { DockerRootDir, BuildahVersion }: Pick<Info, 'DockerRootDir' | 'BuildahVersion'>,
): Promise<string> {
  const store =
    BuildahVersion === undefined
      ? undefined
      : (await client.get<{ store?: { volumePath?: string } }>('describe its storage', '/v4.0.0/libpod/info')).store;
  return store?.volumePath || join(DockerRootDir, 'volumes');
}

export async function engineFacts(client: EngineClient): Promise<EngineFacts> {
  const info = await engineInfo(client, { timeoutSeconds: 10 });
  const traits = traitsOf(info);
  const hasUserNamespace = (info.SecurityOptions ?? []).some((option) => option.includes('userns'));
  return {
    ...traits,
    mapsUsers: traits.isRootless || hasUserNamespace,
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

/**
 * Returns when the engine made the network of the nodes' containers: Docker at its start, Podman once, which has no such
 * time. Null for an engine without that network.
 */
export const nodeNetworkMadeAt = async (client: EngineClient): Promise<number | null> =>
  (await engineFacts(client)).isPodman ? 0 : engineStartedAt(client);

export interface EngineNetwork {
  Created?: string;
  Options?: Record<string, string> | null;
}

/** Creation time of Docker's default network. Null for Podman's, which has that of its service's first access. */
export function madeAt({ Created, Options }: EngineNetwork): number | null {
  if (Options?.['com.docker.network.bridge.default_bridge'] !== 'true') return null;
  const at = Date.parse(Created ?? '');
  return Number.isNaN(at) ? null : at;
}
