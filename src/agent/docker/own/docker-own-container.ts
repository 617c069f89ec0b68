import type Docker from 'dockerode';
import { textOrNull } from '../../../storage/plain-file.ts';
import { errorMessage } from '../../../text/error-message.ts';
import type { Clock } from '../../../timing/clock.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { type ContainerFacts, programLabel, repositoryOf } from '../../upgrade/container-facts.ts';
import type { OwnContainer } from '../../upgrade/own-container.ts';
import { inspectOrNull } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { fetchImage } from './fetch-image.ts';
import { isContainerRemoved, isInContainer, ownContainerId } from './own-id.ts';
import { helperName, helperPurpose, removeSidecar, runSidecar, startHelper, wakeAnyHelper } from './sidecars.ts';
import { nameOf, type Successor, successorOf } from './successor.ts';

export interface OwnContainerOptions {
  client: EngineClient;
  dataDir: string;
  /** The arguments after `agent run`. */
  runArguments: readonly string[];
  clock: Clock;
}

export function dockerOwnContainer({ client, dataDir, runArguments, clock }: OwnContainerOptions): OwnContainer {
  const successor = async (): Promise<Successor> => {
    const { container, image } = await lookAtOwnContainer(client);
    return successorOf(container, image.Config);
  };
  return {
    async facts() {
      try {
        const { container, image } = await lookAtOwnContainer(client);
        return factsOf(container, image, dataDir);
      } catch (error) {
        return { fault: errorMessage(error) };
      }
    },
    async ordered() {
      const { container } = await lookAtOwnContainer(client);
      const { Name = 'no', MaximumRetryCount } = container.HostConfig.RestartPolicy ?? {};
      const restart = { Name: Name === '' ? 'no' : Name, ...(MaximumRetryCount ? { MaximumRetryCount } : {}) };
      return { formerId: container.Image, container: { id: container.Id, name: nameOf(container), restart } };
    },
    fetchImage: (image, options) => fetchImage(client, clock, image, options),
    run: (imageId, words, { env: { NODE_OPTIONS = '' }, timeoutMs, signal }) =>
      runSidecar(client, successor, { imageId, words, timeoutMs, signal, env: { NODE_OPTIONS } }),
    async ensureHelper(order) {
      if (order === null) return wakeAnyHelper(client, nameOf((await lookAtOwnContainer(client)).container));
      const { requestId, image } = order;
      const request = { agentName: image.container.name, requestId, imageId: image.id, runArguments };
      await startHelper(client, successor, request);
      return true;
    },
    removeHelper: ({ image }) => removeSidecar(client, helperName(image.container.name), helperPurpose),
  };
}

/** Throws RuntimeError, also where this process runs in no container known to the engine. */
export async function lookAtOwnContainer(client: EngineClient) {
  const id = ownId();
  if (id === null) throw new RuntimeError('not-found', 'no Docker container found in the mounts of this process');
  const container = await client.call('inspect the agent’s own container', (abortSignal) =>
    client.docker.getContainer(id).inspect({ abortSignal }),
  );
  const image = await client.get<Docker.ImageInspectInfo>('inspect an image', `/images/${container.Image}/json`);
  return { container, image };
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

const mounts = () => textOrNull('/proc/self/mountinfo') ?? '';
const ownId = (): string | null => ownContainerId(mounts(), textOrNull('/proc/self/cgroup') ?? '');

/** Returns whether this process runs in a container whose removal is detectable. Never changes in its lifetime. */
export const isInOwnContainer = (): boolean => isInContainer(mounts());

/** Returns whether the engine has removed the container of this process. */
export const isOwnContainerRemoved = (): boolean => isContainerRemoved(mounts());

/** Returns whether an engine runs the container of this process, which makes it the engine of this host. */
export async function ownsThisContainer(client: EngineClient): Promise<boolean> {
  const id = ownId();
  return id !== null && (await inspectOrNull(client, id))?.State.Running === true;
}

/** Returns the restart policy of this process's container; null outside of a container known to the engine. */
export async function ownRestartPolicy(client: EngineClient): Promise<{ container: string; policy: string } | null> {
  const id = ownId();
  const found = id === null ? null : await inspectOrNull(client, id);
  return found && { container: nameOf(found), policy: found.HostConfig.RestartPolicy?.Name || 'no' };
}
