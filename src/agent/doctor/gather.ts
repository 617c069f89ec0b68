import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { networkFacts } from '../../bitcoin/network.ts';
import { type FileOwner, userOf } from '../../storage/as-user.ts';
import { queryAgent } from '../admin-socket/client.ts';
import type { AgentStatus } from '../admin-socket/status.ts';
import { DesiredState } from '../desired/desired-state.ts';
import { offeredNetworks } from '../desired/host-offer.ts';
import { staleUnits } from '../host/units.ts';
import { engineEndpoint } from '../settings/engine-endpoint.ts';
import { defaultDataDir } from '../settings/options.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { openStoreAsOwner } from '../store/database.ts';
import { Installation } from '../store/installation.ts';
import type { DoctorFacts } from './facts.ts';
import { gatherControlPlane, shownProxy } from './gather-control-plane.ts';
import {
  gatherEngine,
  gatherEngineStopSeconds,
  gatherImages,
  gatherObjects,
  gatherOwnRestart,
  gatherTakenPorts,
} from './gather-engine.ts';
import {
  findUnreadable,
  gatherChainDisk,
  gatherDisk,
  gatherMemory,
  gatherOpenFiles,
  measureFsync,
} from './gather-host.ts';
import { gatherUpgrade } from './gather-upgrade.ts';

/** What the doctor goes by: settings that hold, or what is wrong with them. */
export type DoctorSettings = { settings: AgentSettings } | { faults: readonly string[] };

export async function gatherFacts(given: DoctorSettings, now: () => number): Promise<DoctorFacts> {
  const settings = 'settings' in given ? given.settings : null;
  const endpoint = settings === null ? '/var/run/docker.sock' : engineEndpoint(settings);
  const dataDir = settings?.dataDir ?? defaultDataDir;
  const status = await queryAgent<AgentStatus>(dataDir, '/status').catch(() => null);
  const store = readStore(dataDir);
  const [engine, images, engineStopSeconds, ownRestart, objects, controlPlane] = await Promise.all([
    gatherEngine(endpoint),
    gatherImages(endpoint, settings?.images ?? {}),
    gatherEngineStopSeconds(),
    gatherOwnRestart(endpoint),
    gatherObjects(endpoint, status?.executorId ?? store?.executorId ?? null),
    settings === null ? null : gatherControlPlane(settings, now),
  ]);
  const storeDisk = gatherDisk(dataDir, root);
  const user = userOfAgent(dataDir, settings);
  const rootDir = settings?.dataRoot ?? ('error' in engine ? null : engine.rootDir);
  const { caFile, dockerTlsCa, dockerTlsCert, dockerTlsKey } = settings ?? {};
  const furtherRoots = Object.values(settings?.dataRoots ?? {});
  const ports = (settings === null ? [] : offeredNetworks(settings))
    .map(networkFacts)
    .flatMap(({ rpcPort, p2pPort }) => [rpcPort, p2pPort]);
  return {
    settingFaults: 'faults' in given ? given.faults : [],
    unreadableFiles: findUnreadable([caFile, dockerTlsCa, dockerTlsCert, dockerTlsKey], user),
    engine,
    images,
    allowUnlimited: settings?.allowUnlimited ?? false,
    engineStopSeconds,
    ownRestart,
    nodeStopSeconds: settings?.stopTimeoutSeconds ?? 600,
    chainDisks: await Promise.all([rootDir, ...furtherRoots].map((path) => gatherChainDisk(path, user))),
    promisedDiskMiB: store?.promisedDiskMiB ?? null,
    storeDisk: storeDisk === null ? null : { ...storeDisk, fsyncMs: measureFsync(dataDir) },
    memory: await gatherMemory(),
    openFiles: gatherOpenFiles(),
    takenPorts: await gatherTakenPorts(ports, objects.publishedPorts),
    controlPlane,
    proxy: shownProxy(settings?.proxy),
    agent:
      status === null
        ? null
        : {
            version: status.version,
            lastSyncError: status.lastSync.error,
            keyRotateAt: status.lastSync.succeededAt === null ? undefined : status.key.rotateAt,
            keyWarning: status.key.warning,
          },
    upgrade: gatherUpgrade(dataDir),
    staleUnits: staleUnits(),
    foreignObjects: objects.foreignObjects,
  };
}

const root: FileOwner = { uid: 0, gid: 0 };
/** Stands for the user of an agent that is not installed yet: it may go where everybody may. */
const nobody: FileOwner = { uid: 65_534, gid: 65_534 };

/** The user that the agent of these settings runs as: only as root may it use data roots. */
function userOfAgent(dataDir: string, settings: AgentSettings | null): FileOwner {
  if (existsSync(dataDir)) return userOf(dataDir);
  return settings?.dataRoot !== undefined || Object.keys(settings?.dataRoots ?? {}).length > 0 ? root : nobody;
}

/** What the agent's store says; null where there is none that this user may read. */
function readStore(dataDir: string): { executorId: string | undefined; promisedDiskMiB: number } | null {
  if (!existsSync(join(dataDir, 'agent.db'))) return null;
  try {
    const database = openStoreAsOwner(dataDir);
    try {
      const installation = new Installation(database);
      const nodes = new DesiredState(database, installation).all();
      const promisedGiB = nodes.reduce((sum, { node }) => sum + node.resources.diskGiB, 0);
      return { executorId: installation.executorId, promisedDiskMiB: promisedGiB * 1024 };
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
