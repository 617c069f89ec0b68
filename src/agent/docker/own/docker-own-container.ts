import { readFileSync } from 'node:fs';
import type Docker from 'dockerode';
import type { ReleaseImage } from '../../../contract/types.generated.ts';
import { errorMessage } from '../../../text/error-message.ts';
import type { Clock } from '../../../timing/clock.ts';
import type { ImageOrder } from '../../../upgrade/order.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { type ContainerFacts, programLabel, repositoryOf } from '../../upgrade/container-facts.ts';
import type { FetchImageOptions, OwnContainer, PresentImage } from '../../upgrade/own-container.ts';
import type { ProgramEnd, ProgramOptions } from '../../upgrade/run-program.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { fetchImage } from './fetch-image.ts';
import { isContainerRemoved, isInContainer, ownContainerId } from './own-id.ts';
import { inspectOrNull, removeSidecar, runSidecar } from './run-sidecar.ts';
import { nameOf, type Successor, successorOf } from './successor.ts';
import { helperName, helperPurpose, startHelper, wakeAnyHelper } from './upgrade-helper.ts';

export interface OwnContainerOptions {
  client: EngineClient;
  dataDir: string;
  /** The arguments after `agent run`. */
  runArguments: readonly string[];
  clock: Clock;
}

/** The container that this process runs in, on a Docker engine. */
export class DockerOwnContainer implements OwnContainer {
  readonly #options: OwnContainerOptions;

  constructor(options: OwnContainerOptions) {
    this.#options = options;
  }

  async facts(): Promise<ContainerFacts | { fault: string }> {
    try {
      const { container, image } = await this.look();
      return factsOf(container, image, this.#options.dataDir);
    } catch (error) {
      return { fault: errorMessage(error) };
    }
  }

  async ordered(): Promise<Omit<ImageOrder['image'], 'id' | 'reference'>> {
    const { container } = await this.look();
    const { Name = 'no', MaximumRetryCount } = container.HostConfig.RestartPolicy ?? {};
    const restart = { Name: Name === '' ? 'no' : Name, ...(MaximumRetryCount ? { MaximumRetryCount } : {}) };
    return { formerId: container.Image, container: { id: container.Id, name: nameOf(container), restart } };
  }

  fetchImage(image: ReleaseImage, options: FetchImageOptions): Promise<PresentImage> {
    return fetchImage(this.#options.client, this.#options.clock, image, options);
  }

  run(imageId: string, words: readonly string[], { env, timeoutMs, signal }: ProgramOptions): Promise<ProgramEnd> {
    const { NODE_OPTIONS = '' } = env;
    return runSidecar(this.#options.client, () => this.#successor(), {
      ...{ suffix: 'trial', imageId, words, timeoutMs, signal },
      env: { NODE_OPTIONS },
    });
  }

  async ensureHelper(order: ImageOrder | null): Promise<boolean> {
    const { client, runArguments } = this.#options;
    if (order === null) return wakeAnyHelper(client, nameOf((await this.look()).container));
    const { requestId, image } = order;
    await startHelper(client, () => this.#successor(), {
      ...{ agentName: image.container.name, requestId, imageId: image.id, runArguments },
    });
    return true;
  }

  async removeHelper({ image }: ImageOrder): Promise<void> {
    await removeSidecar(this.#options.client, helperName(image.container.name), helperPurpose);
  }

  /** Throws RuntimeError, also where this process runs in no container known to the engine. */
  async look(): Promise<{ container: Docker.ContainerInspectInfo; image: Docker.ImageInspectInfo }> {
    const { client } = this.#options;
    const id = ownId();
    if (id === null) throw new RuntimeError('not-found', 'no Docker container found in the mounts of this process');
    const container = await client.call('inspect the agent’s own container', (abortSignal) =>
      client.docker.getContainer(id).inspect({ abortSignal }),
    );
    const image = await client.get<Docker.ImageInspectInfo>('inspect an image', `/images/${container.Image}/json`);
    return { container, image };
  }

  async #successor(): Promise<Successor> {
    const { container, image } = await this.look();
    return successorOf(container, image.Config);
  }
}
export function factsOf(
  { Config, HostConfig, Mounts }: Docker.ContainerInspectInfo,
  { RepoTags, RepoDigests }: Pick<Docker.ImageInspectInfo, 'RepoTags' | 'RepoDigests'>,
  dataDir: string,
): ContainerFacts {
  const names = [Config.Image, ...(RepoTags ?? []), ...(RepoDigests ?? [])].map(repositoryOf);
  const isKept = Mounts.some(
    ({ Type, Destination }) =>
      (Type === 'volume' || Type === 'bind') && (dataDir === Destination || dataDir.startsWith(`${Destination}/`)),
  );
  return {
    labels: Config.Labels ?? {},
    isAgentImage: Config.Labels?.[programLabel.name] === programLabel.value,
    removesItself: HostConfig.AutoRemove ?? false,
    isDataKept: isKept,
    repositories: [...new Set(names.filter((name) => name !== null))],
  };
}

const ownId = (): string | null =>
  ownContainerId(readOrEmpty('/proc/self/mountinfo'), readOrEmpty('/proc/self/cgroup'));

/**
 * Returns whether this process runs in a container whose removal is detectable. Never changes during the life of the
 * process.
 */
export const isInOwnContainer = (): boolean => isInContainer(readOrEmpty('/proc/self/mountinfo'));

/** Returns whether the engine has removed the container of this process. */
export const isOwnContainerRemoved = (): boolean => isContainerRemoved(readOrEmpty('/proc/self/mountinfo'));

/**
 * Returns whether an engine runs the container of this process, which makes it the engine of this host. Throws
 * RuntimeError.
 */
export async function ownsThisContainer(client: EngineClient): Promise<boolean> {
  const id = ownId();
  return id !== null && (await inspectOrNull(client, id))?.State.Running === true;
}

/**
 * Returns the restart policy of this process's container; null outside of a container known to the engine. Throws
 * RuntimeError.
 */
export async function ownRestartPolicy(client: EngineClient): Promise<{ container: string; policy: string } | null> {
  const id = ownId();
  const found = id === null ? null : await inspectOrNull(client, id);
  return found && { container: nameOf(found), policy: found.HostConfig.RestartPolicy?.Name || 'no' };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
