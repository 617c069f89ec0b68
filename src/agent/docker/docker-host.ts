import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { recordedPorts } from '../node/record-table.ts';
import type { HostRuntime, NodeRuntime } from '../runtime/runtime.ts';
import { type EngineSettings, engineEndpoint } from '../settings/engine-endpoint.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { OwnContainer } from '../upgrade/own-container.ts';
import { DockerRuntime, type DockerRuntimeOptions } from './docker-runtime.ts';
import { publishedPorts } from './engine/containers.ts';
import { EngineClient } from './engine/engine-client.ts';
import { whyUnfit } from './engine/engine-fit.ts';
import { engineInfo, engineStartedAt, engineTraits } from './engine/engine-info.ts';
import { askRegistry, imagePin } from './engine/images.ts';
import { DockerOwnContainer, knowsThisContainer, type OwnContainerOptions } from './own/docker-own-container.ts';
import { leadsHere, whyForeign } from './own/own-host.ts';
import { isPortInUse, PortAllocator } from './port-allocator.ts';

const templatePath = join(packageRoot(), 'templates/bitcoin.conf');

export interface DockerHostOptions {
  settings: DockerRuntimeOptions['settings'] & EngineSettings & Pick<AgentSettings, 'portRange' | 'allowUnlimited'>;
  database: Store;
  instanceId: string;
  /** Once it aborts, no call goes to the engine any more, and pending calls are given up. */
  signal: AbortSignal;
}

export class DockerHost implements HostRuntime {
  readonly kind = 'docker';
  readonly #options: DockerHostOptions;
  readonly #client: EngineClient;

  constructor(options: DockerHostOptions) {
    this.#options = options;
    this.#client = new EngineClient(engineEndpoint(options.settings), options.signal);
  }

  async hostInfo(): ReturnType<HostRuntime['hostInfo']> {
    const { cpus, memoryMiB, rootDir } = await engineInfo(this.#client);
    return { cpus, memoryMiB, dataPath: this.#options.settings.dataRoot ?? rootDir };
  }

  async whyUnfit(): Promise<string | null> {
    const { settings } = this.#options;
    const foreign = await whyForeign(engineEndpoint(settings), {
      leadsHere,
      runsThisContainer: () => knowsThisContainer(this.#client),
    });
    return foreign ?? whyUnfit(await engineTraits(this.#client), settings);
  }

  startedAt(): Promise<number | null> {
    return engineStartedAt(this.#client);
  }

  async hasImage(reference: string): Promise<boolean> {
    return (await imagePin(this.#client, reference)) !== null;
  }

  askRegistry(reference: string): Promise<void> {
    return askRegistry(this.#client, reference, this.#options.signal);
  }

  /** The container that the agent runs in, where it runs in one. */
  ownContainer(options: Omit<OwnContainerOptions, 'client'>): OwnContainer {
    return new DockerOwnContainer({ ...options, client: this.#client });
  }

  nodeRuntime(executorId: string): NodeRuntime {
    const { database, instanceId, settings } = this.#options;
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
