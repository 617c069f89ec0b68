import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { volumesPath } from '../host/volumes-path.ts';
import { recordedPorts } from '../node/record-store.ts';
import type { HostRuntime, OwnObject } from '../runtime/host-runtime.ts';
import { isPortInUse, portAllocator } from '../runtime/port-allocator.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { type EngineSettings, engineEndpoint } from '../settings/engine-endpoint.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { OwnContainer } from '../upgrade/own-container.ts';
import { dockerObserver, dockerRuntime } from './docker-runtime.ts';
import {
  inspectContainer,
  listContainers,
  publishedPorts,
  removeContainer,
  stopContainer,
} from './engine/containers.ts';
import { EngineClient } from './engine/engine-client.ts';
import { engineFacts, engineInfo, engineStartedAt, volumesFolder, whyUnfit } from './engine/engine-info.ts';
import { askRegistry, foreignPlatform, imagePin } from './engine/images.ts';
import { labels } from './engine/labels.ts';
import { listVolumes, removeVolume } from './engine/volumes.ts';
import { listAllWallets } from './engine/wallets.ts';
import {
  dockerOwnContainer,
  type OwnContainerOptions,
  ownRestartPolicy,
  ownsThisContainer,
} from './own/docker-own-container.ts';
import { whyForeign } from './own/own-host.ts';

const templatePath = join(packageRoot(), 'templates/bitcoin.conf');

export interface DockerHostSettings
  extends EngineSettings,
    Partial<Pick<AgentSettings, 'dataRoot' | 'allowUnlimited' | 'registryAuth'>> {}

export interface DockerHostOptions {
  /** Once it aborts, no new calls are made and pending ones are abandoned. */
  signal?: AbortSignal | undefined;
  isReadOnly?: boolean;
}

export interface DockerHost extends HostRuntime {
  /** The agent's own container, if it runs in one. */
  ownContainer(options: Omit<OwnContainerOptions, 'client'>): OwnContainer;
}

export function dockerHost(settings: DockerHostSettings, { signal, isReadOnly }: DockerHostOptions = {}): DockerHost {
  const { registryAuth } = settings;
  const client = new EngineClient(engineEndpoint(settings), signal, { isReadOnly, registryAuth });
  const ownObjects = async () => toOwnObjects(await findOwnObjects(client));
  return {
    kind: 'docker',
    async hostInfo() {
      const info = await engineInfo(client);
      const { NCPU: cpus, MemTotal, DockerRootDir } = info;
      const dataPath = settings.dataRoot ?? (await volumesPath(DockerRootDir, await volumesFolder(client, info)));
      return { cpus, memoryMiB: Math.floor(MemTotal / 1024 / 1024), dataPath };
    },
    async whyUnfit() {
      const { allowUnlimited = false } = settings;
      const foreign = await whyForeign(engineEndpoint(settings), () => ownsThisContainer(client));
      return foreign ?? whyUnfit(await engineFacts(client), { allowUnlimited });
    },
    startedAt: () => engineStartedAt(client),
    hasImage: async (reference) => (await imagePin(client, reference)) !== null,
    foreignPlatform: (reference) => foreignPlatform(client, reference),
    askRegistry: (reference, abort = signal ?? AbortSignal.any([])) => askRegistry(client, reference, abort),
    ownContainer: (options) => dockerOwnContainer({ ...options, client }),
    observer: (executor, hostSettings) => dockerObserver({ ...executor, client, settings: hostSettings }),
    facts: () => engineFacts(client),
    ownRestart: () => ownRestartPolicy(client),
    ownObjects,
    nodeProcesses: () => nodeProcesses(client),
    listing: () => findOwnObjects(client),
    async takenPorts(ports) {
      const objects = await ownObjects().catch((error: unknown) => {
        // An engine that does not answer publishes no port.
        if (error instanceof RuntimeError) return [];
        throw error;
      });
      const ours = new Set(objects.flatMap((object) => object.ports));
      const inUse = await Promise.all(ports.map((port) => isPortInUse(port, '0.0.0.0')));
      return ports.filter((port, index) => inUse[index] && !ours.has(port));
    },
    wallets: (containerId) => listAllWallets(client, containerId),
    async removeNode({ id, containerId, hasVolume }, graceSeconds) {
      if (containerId !== null) {
        await stopContainer(client, containerId, graceSeconds);
        await removeContainer(client, containerId);
      }
      if (hasVolume) await removeVolume(client, id);
    },
    nodeRuntime(executor, nodeSettings) {
      const { portRange: range, bindAddress, p2pBindAddress, zmqBindAddress } = nodeSettings;
      const ports = portAllocator({
        range,
        taken: async () => new Set([...(await publishedPorts(client)), ...recordedPorts(executor.database)]),
        addresses: { node: [bindAddress, p2pBindAddress], zmq: [zmqBindAddress] },
        inUse: isPortInUse,
      });
      const template = readFileSync(templatePath, 'utf8');
      return dockerRuntime({ ...executor, client, template, settings: nodeSettings, ports });
    },
  };
}

async function nodeProcesses(client: EngineClient) {
  const running = await listContainers(client, { label: [labels.node], status: ['running'] }, { timeoutSeconds: 10 });
  const inspected = await Promise.all(running.map(({ Id }) => inspectContainer(client, Id)));
  return inspected.flatMap((container) => container ?? []).map(({ nodeId, pid }) => ({ nodeId, pid }));
}

/** Finds all objects in an engine created by agents of any executor. */
export async function findOwnObjects(client: EngineClient) {
  const filters = { label: [labels.executor] };
  const options = { timeoutSeconds: 10 };
  const [containers, volumes] = await Promise.all([
    listContainers(client, filters, options),
    listVolumes(client, filters, options),
  ]);
  return { containers, volumes };
}

export const toOwnObjects = ({ containers, volumes }: Awaited<ReturnType<typeof findOwnObjects>>): OwnObject[] => [
  ...containers.map(({ Id, Names, Labels, State, Ports }) => ({
    ...ownerOf(Labels),
    kind: 'container' as const,
    id: Id,
    name: Names[0]?.slice(1) ?? Id,
    state: State,
    directory: null,
    ports: Ports.map(({ PublicPort }) => PublicPort),
  })),
  ...volumes.map(({ Name, Labels, Options }) => ({
    ...ownerOf(Labels),
    kind: 'volume' as const,
    id: Name,
    name: Name,
    state: null,
    directory: Options?.['device'] ?? null,
    ports: [],
  })),
];

const ownerOf = (of: Readonly<Record<string, string>> | null) => ({
  executorId: of?.[labels.executor] ?? '',
  nodeId: of?.[labels.node] ?? null,
  nodeName: of?.[labels.name] ?? null,
});
