import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { recordedPorts } from '../node/record-store.ts';
import type { EngineFacts, ExecutorOnHost, HostRuntime, OwnObject } from '../runtime/host-runtime.ts';
import type { NodeObserver, NodeRuntime } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { type EngineSettings, engineEndpoint } from '../settings/engine-endpoint.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { HostSettings } from '../store/host-settings.ts';
import type { OwnContainer } from '../upgrade/own-container.ts';
import { DockerObserver } from './docker-observer.ts';
import { DockerRuntime } from './docker-runtime.ts';
import { publishedPorts, removeContainer, stopContainer } from './engine/containers.ts';
import { EngineClient } from './engine/engine-client.ts';
import { whyUnfit } from './engine/engine-fit.ts';
import { engineFacts, engineInfo, engineStartedAt } from './engine/engine-info.ts';
import { askRegistry, imagePin } from './engine/images.ts';
import { findOwnObjects, toOwnObjects } from './engine/own-objects.ts';
import { removeVolume } from './engine/volumes.ts';
import { listAllWallets } from './engine/wallets.ts';
import {
  DockerOwnContainer,
  type OwnContainerOptions,
  ownRestartPolicy,
  ownsThisContainer,
} from './own/docker-own-container.ts';
import { isLocalAddress, whyForeign } from './own/own-host.ts';
import { isPortInUse, PortAllocator } from './port-allocator.ts';

const templatePath = join(packageRoot(), 'templates/bitcoin.conf');

export interface DockerHostSettings
  extends EngineSettings,
    Partial<Pick<AgentSettings, 'dataRoot' | 'allowUnlimited'>> {}

export interface DockerHostOptions {
  /** Once it aborts, no new calls are made and pending ones are abandoned. */
  signal?: AbortSignal | undefined;
  isReadOnly?: boolean;
}

export class DockerHost implements HostRuntime {
  readonly kind = 'docker';
  readonly #settings: DockerHostSettings;
  readonly #signal: AbortSignal | undefined;
  readonly #client: EngineClient;

  constructor(settings: DockerHostSettings, { signal, isReadOnly = false }: DockerHostOptions = {}) {
    this.#settings = settings;
    this.#signal = signal;
    this.#client = new EngineClient(engineEndpoint(settings), signal, { isReadOnly });
  }

  async hostInfo(): ReturnType<HostRuntime['hostInfo']> {
    const { cpus, memoryMiB, rootDir } = await engineInfo(this.#client);
    return { cpus, memoryMiB, dataPath: this.#settings.dataRoot ?? rootDir };
  }

  async whyUnfit(): Promise<string | null> {
    const foreign = await whyForeign(engineEndpoint(this.#settings), {
      isLocalAddress,
      runsThisContainer: () => ownsThisContainer(this.#client),
    });
    const { allowUnlimited = false } = this.#settings;
    return foreign ?? whyUnfit(await engineFacts(this.#client), { allowUnlimited });
  }

  startedAt(): Promise<number | null> {
    return engineStartedAt(this.#client);
  }

  async hasImage(reference: string): Promise<boolean> {
    return (await imagePin(this.#client, reference)) !== null;
  }

  askRegistry(reference: string, signal = this.#signal ?? AbortSignal.any([])): Promise<void> {
    return askRegistry(this.#client, reference, signal);
  }

  /** The agent's own container, if it runs in one. */
  ownContainer(options: Omit<OwnContainerOptions, 'client'>): OwnContainer {
    return new DockerOwnContainer({ ...options, client: this.#client });
  }

  observer(executor: ExecutorOnHost, settings: HostSettings): NodeObserver {
    return new DockerObserver({ ...executor, client: this.#client, settings });
  }

  facts(): Promise<EngineFacts> {
    return engineFacts(this.#client);
  }

  ownRestart(): Promise<{ container: string; policy: string } | null> {
    return ownRestartPolicy(this.#client);
  }

  async ownObjects(): Promise<OwnObject[]> {
    return toOwnObjects(await findOwnObjects(this.#client));
  }

  listing(): Promise<unknown> {
    return findOwnObjects(this.#client);
  }

  async takenPorts(ports: readonly number[]): Promise<number[]> {
    const objects = await this.ownObjects().catch((error: unknown) => {
      // An engine that does not answer publishes no port.
      if (error instanceof RuntimeError) return [];
      throw error;
    });
    const ours = new Set(objects.flatMap((object) => object.ports));
    const inUse = await Promise.all(ports.map((port) => isPortInUse(port, '0.0.0.0')));
    return ports.filter((port, index) => inUse[index] && !ours.has(port));
  }

  wallets(containerId: string): Promise<string[]> {
    return listAllWallets(this.#client, containerId);
  }

  async removeNode(
    { id, containerId, hasVolume }: Parameters<HostRuntime['removeNode']>[0],
    graceSeconds: number,
  ): Promise<void> {
    if (containerId !== null) {
      await stopContainer(this.#client, containerId, graceSeconds);
      await removeContainer(this.#client, containerId);
    }
    if (hasVolume) await removeVolume(this.#client, id);
  }

  nodeRuntime({ executorId, instanceId, database }: ExecutorOnHost, settings: AgentSettings): NodeRuntime {
    const client = this.#client;
    const ports = new PortAllocator({
      range: settings.portRange,
      taken: async () => new Set([...(await publishedPorts(client)), ...recordedPorts(database)]),
      addresses: { node: [settings.bindAddress, settings.p2pBindAddress], zmq: [settings.zmqBindAddress] },
      inUse: isPortInUse,
    });
    const template = readFileSync(templatePath, 'utf8');
    return new DockerRuntime({ client, database, executorId, instanceId, template, settings, ports });
  }
}
