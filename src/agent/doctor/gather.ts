import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { networkFacts } from '../../bitcoin/network.ts';
import { asUser, type FileOwner, userOf } from '../../storage/as-user.ts';
import { errorMessage, errorWithCause } from '../../text/error-message.ts';
import { InvalidUpgradeFile, isEnd, upgradeFiles } from '../../upgrade/upgrade-files.ts';
import { queryAgent } from '../admin-socket/client.ts';
import type { AgentStatus } from '../admin-socket/status.ts';
import { gatherControlPlane, shownProxy } from '../control-plane/gather-control-plane.ts';
import { DesiredState } from '../desired/desired-state.ts';
import { imagesOf, offeredNetworks } from '../desired/host-offer.ts';
import { staleUnits } from '../host/units.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { hostRuntime } from '../offline/host-runtime.ts';
import type { EngineFacts, HostRuntime } from '../runtime/host-runtime.ts';
import { defaultConfigPath } from '../settings/config-file.ts';
import type { SettingPlaces } from '../settings/load.ts';
import { defaultDataDir, defaultNodeUser } from '../settings/options.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Images } from '../settings/shapes.ts';
import { openStoreAsOwner } from '../store/database.ts';
import { installationIn } from '../store/installation.ts';
import { runProgram } from '../upgrade/run-program.ts';
import { gatherFirewall } from './firewall.ts';
import * as gather from './gather-host.ts';
import { gatherMappedIds } from './mapped-ids.ts';
import { gatherNodeUsers } from './node-users.ts';
import { gatherEngineFiles, gatherNodeFiles, type OpenFiles } from './open-files.ts';

/** Valid settings with their places, or their errors. `configPath`: the file given with --config. */
export type DoctorSettings = ({ settings: AgentSettings; places?: SettingPlaces } | { faults: readonly string[] }) & {
  configPath?: string | undefined;
};

/** Gathers what the doctor judges: settings, host, engine, disks, the agent and its surroundings. */
export async function gatherFacts(given: DoctorSettings, now: () => number) {
  const settings = 'settings' in given ? given.settings : null;
  const host = hostRuntime(settings);
  const dataDir = settings?.dataDir ?? defaultDataDir;
  const status = await queryAgent<AgentStatus>(dataDir, '/status').catch(() => null);
  const store = readStore(dataDir);
  const executorId = status?.executorId ?? store?.executorId ?? null;
  const outside = await askOutside(host, settings, { knownImages: status?.images ?? [], executorId, now });
  const { engine, ownRestart, bridgeMadeAt, processes, dataPath, ...answers } = outside;
  const storeDisk = gather.gatherDisk(dataDir, root);
  const user = userOfAgent(dataDir, settings);
  const { caFile, dockerTlsCa, dockerTlsCert, dockerTlsKey, registryAuth } = settings ?? {};
  // Of an engine elsewhere, and of an agent in a container, processes have other numbers here.
  const isElsewhere = ownRestart !== null || settings?.dockerHost !== undefined;
  const furtherRoots = Object.values(settings?.dataRoots ?? {});
  return {
    configPath: given.configPath ?? defaultConfigPath,
    settingFaults: 'faults' in given ? given.faults : [],
    unreadableFiles: gather.findUnreadable([caFile, dockerTlsCa, dockerTlsCert, dockerTlsKey, registryAuth], user),
    ...answers,
    engine,
    allowUnlimited: settings?.allowUnlimited ?? false,
    ownRestart,
    /** Undefined if the engine did not say. */
    hasDefaultNetwork: bridgeMadeAt === undefined ? undefined : bridgeMadeAt !== null,
    firewall: isElsewhere || 'error' in engine || engine.isPodman || engine.isRootless ? null : await gatherFirewall(),
    nodeStopSeconds: settings?.stopTimeoutSeconds ?? 600,
    // An agent in a container sees the accounts of its image.
    nodeUsers:
      'error' in engine || engine.mapsUsers || ownRestart !== null
        ? []
        : await gatherNodeUsers(settings?.nodeUser ?? defaultNodeUser, store?.nodeUsers ?? []),
    mappedUser:
      settings === null || 'error' in engine || !engine.isRootless || ownRestart !== null || settings.dockerHost
        ? null
        : {
            user: settings.nodeUser,
            place: placesOf(given).nodeUser ?? null,
            ids: await gatherMappedIds(settings.dockerSocket),
          },
    chainDisks: await Promise.all([dataPath, ...furtherRoots].map((path) => gather.gatherChainDisk(path, user))),
    allocatedDiskMiB: store?.allocatedDiskMiB ?? null,
    storeDisk: storeDisk === null ? null : { ...storeDisk, fsyncMs: gather.measureFsync(dataDir) },
    memory: await gather.gatherMemory(),
    openFiles: isElsewhere ? noFiles : gatherOpenFiles(processes, store?.nodes ?? [], engine),
    proxy: shownProxy(settings?.proxy),
    agent: status && {
      version: status.version,
      lastSync: status.lastSync,
      key: status.key,
      // An agent of an earlier version does not know.
      areEventsHeldBack: status.areEventsHeldBack ?? false,
    },
    upgrade: gatherUpgrade(dataDir),
    staleUnits: staleUnits(),
  };
}

const placesOf = (given: DoctorSettings): SettingPlaces => ('places' in given ? (given.places ?? {}) : {});

/** What the engine, the registries and the control plane answer: all at once, because each may take its time. */
async function askOutside(
  host: HostRuntime,
  settings: AgentSettings | null,
  {
    knownImages,
    executorId,
    now,
  }: { knownImages: AgentStatus['images']; executorId: string | null; now: () => number },
) {
  const ports = (settings === null ? [] : offeredNetworks(settings))
    .map(networkFacts)
    .flatMap(({ rpcPort, p2pPort }) => [rpcPort, p2pPort]);
  const [
    engine,
    images,
    engineStopSeconds,
    ownRestart,
    bridgeMadeAt,
    foreignObjects,
    takenPorts,
    controlPlane,
    processes,
    dataPath,
  ] = await Promise.all([
    host.facts().catch((error: unknown) => ({ error: errorWithCause(error) })),
    gatherImages(host, settings?.images ?? {}, knownImages),
    gatherEngineStopSeconds(),
    host.ownRestart().catch(() => null),
    host.startedAt().catch(() => undefined),
    // An unreachable engine has a finding of its own.
    gatherForeignObjects(host, executorId).catch(() => []),
    host.takenPorts(ports),
    settings === null ? null : gatherControlPlane(settings, now),
    host.nodeProcesses().catch(() => []),
    host.hostInfo().then(
      ({ dataPath: path }) => path,
      () => settings?.dataRoot ?? null,
    ),
  ]);
  return {
    engine,
    images,
    engineStopSeconds,
    ownRestart,
    bridgeMadeAt,
    foreignObjects,
    takenPorts,
    controlPlane,
    processes,
    dataPath,
  };
}

const noFiles: OpenFiles = { engine: null, nodes: [] };

/** Podman and a rootless engine start containers from processes of their user. */
const gatherOpenFiles = (
  processes: Parameters<typeof gatherNodeFiles>[0],
  nodes: Parameters<typeof gatherNodeFiles>[1],
  engine: EngineFacts | { error: string },
): OpenFiles => ({
  engine: 'error' in engine || engine.isPodman || engine.isRootless ? null : gatherEngineFiles(),
  nodes: gatherNodeFiles(processes, nodes),
});

const root: FileOwner = { uid: 0, gid: 0 };
/** Stands in for the user of an agent that is not installed yet. */
const nobody: FileOwner = { uid: 65_534, gid: 65_534 };

/** The user that the agent runs as: only root may use data roots. */
function userOfAgent(dataDir: string, settings: AgentSettings | null): FileOwner {
  if (existsSync(dataDir)) return userOf(dataDir);
  return settings?.dataRoot !== undefined || Object.keys(settings?.dataRoots ?? {}).length > 0 ? root : nobody;
}

/** Reads the agent's store; null without one that this user may read. */
function readStore(dataDir: string) {
  if (!existsSync(join(dataDir, 'agent.db'))) return null;
  try {
    using database = openStoreAsOwner(dataDir);
    const installation = installationIn(database);
    const nodes = new DesiredState(database, installation).all();
    const allocatedGiB = nodes.reduce((sum, { node }) => sum + node.resources.diskGiB, 0);
    return {
      executorId: installation.executorId,
      allocatedDiskMiB: allocatedGiB * 1024,
      nodes: nodes.map(({ node: { id, name, overrides } }) => ({ id, name, overrides })),
      nodeUsers: nodes.map(({ node: { id, name } }) => ({ name, user: loadNodeRecord(database, id)?.applied?.user })),
    };
  } catch {
    return null;
  }
}

/** Finds an upgrade of the agent in progress. Null without one, or if this user may not look. */
export function gatherUpgrade(dataDir: string): { from: string; to: string } | { fault: string } | null {
  const files = upgradeFiles(dataDir);
  try {
    const [order, outcome] = asUser(userOf(dataDir), () => [files.order.read(), files.outcome.read()] as const);
    if (outcome !== null && !isEnd(outcome.state)) return { from: outcome.fromVersion, to: outcome.toVersion };
    // The order of a finished upgrade is what the watcher removes last.
    return order === null || order.requestId === outcome?.requestId
      ? null
      : { from: order.fromVersion, to: order.toVersion };
  } catch (error) {
    return error instanceof InvalidUpgradeFile ? { fault: error.message } : null;
  }
}

/** A host without internet access must not delay the other checks. */
const registryTimeoutMs = 5000;

/**
 * Checks whether each image is on this host or in a registry that the engine reaches. Never throws. `known`: what the
 * registries have answered the agent; asking them again would use up the quota of this host's address.
 */
export const gatherImages = (
  host: Pick<HostRuntime, 'hasImage' | 'foreignPlatform' | 'askRegistry'>,
  images: Images,
  known: AgentStatus['images'],
) =>
  Promise.all(
    imagesOf(images).map(async ({ client, version, image }) => {
      const find = async () => {
        if (await host.hasImage(image)) return host.foreignPlatform(image);
        const answer = known.find((each) => each.image === image);
        if (answer !== undefined) return answer.fault;
        await host.askRegistry(image, AbortSignal.timeout(registryTimeoutMs));
        return null;
      };
      return { version: `${client} ${version}`, image, fault: await find().catch(errorMessage) };
    }),
  );

/** Returns the stop timeout of docker.service in seconds; null without systemd or the unit. */
async function gatherEngineStopSeconds(): Promise<number | null> {
  const words = ['show', '--property=LoadState,TimeoutStopUSec', 'docker.service'];
  const { stdout } = await runProgram('systemctl', words, { env: process.env, timeoutMs: 5000 });
  return stdout.includes('LoadState=loaded') ? stopSeconds(/TimeoutStopUSec=(.*)/.exec(stdout)?.[1] ?? '') : null;
}

/** Parses a time span as systemctl prints it, such as `1min 30s` or `infinity`; null for other texts. */
export function stopSeconds(text: string): number | null {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  const units: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, us: 0.000001 };
  const parts = [...text.matchAll(/([\d.]+)(h|min|ms|us|s)\b/g)];
  return parts.length === 0
    ? null
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

/** Objects left by agents of other executors. `executorId`: that of this data directory; null without one. */
export async function gatherForeignObjects(host: HostRuntime, executorId: string | null): Promise<string[]> {
  const foreign = (await host.ownObjects()).filter((object) => object.executorId !== executorId);
  return [...new Set(foreign.map((object) => `${object.name} (executor ${object.executorId})`))].toSorted();
}
