import type Docker from 'dockerode';
import type { ReleaseImage } from '../../../contract/types.generated.ts';
import { textOrNull } from '../../../storage/plain-file.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { Backoff } from '../../../timing/backoff.ts';
import type { Clock } from '../../../timing/clock.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { type ContainerFacts, programLabel, repositoryOf } from '../../upgrade/container-facts.ts';
import type { FetchImageOptions, OwnContainer, PresentImage } from '../../upgrade/own-container.ts';
import { UpgradeFailed } from '../../upgrade/upgrade-error.ts';
import { inspectOrNull } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { inspectImage, inspectImageOrNull, pullImage } from '../engine/images.ts';
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
  const container = await client.onContainer(id, 'inspect the agent’s own container', (own, options) =>
    own.inspect(options),
  );
  return { container, image: await inspectImage(client, container.Image) };
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

const retryPolicy = { firstMs: 2000, maxMs: 60_000 };

/**
 * Pulls an image by its digest unless it is present. An image loaded from a file has no registry digest: it matches if
 * its id, the digest of its configuration and layers, equals the release's digest. Throws UpgradeFailed for permanent
 * failures.
 */
async function fetchImage(
  client: EngineClient,
  clock: Clock,
  { name, digest }: ReleaseImage,
  { platform, signal, onProgress, onTrouble }: FetchImageOptions,
): Promise<PresentImage> {
  const reference = `${name}@${digest}`;
  const backoff = new Backoff(retryPolicy);
  for (;;) {
    try {
      const present = (await inspectImageOrNull(client, reference)) ?? (await inspectImageOrNull(client, digest));
      if (present !== null) return checked(present, platform, reference);
      await pullImage(
        client,
        reference,
        ({ done, total }) => onProgress(Math.floor((100 * done) / total) / 100),
        signal,
      );
      // The engine may list an image a moment after its pull ends.
      backoff.reset();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RuntimeError)) throw error;
      if (/no space left on device/.test(error.message))
        throw new UpgradeFailed(`${error.message}; free space on the engine’s disk, then request the upgrade again`);
      if (error.fault === 'not-found' || /manifest unknown|denied|unauthorized/.test(error.message))
        throw new UpgradeFailed(`cannot pull the image: ${error.message}`);
      onTrouble(error.message);
    }
    await clock.sleep(backoff.next(), signal);
    signal.throwIfAborted();
  }
}

function checked(
  { Id, Os, Architecture, RepoDigests }: Docker.ImageInspectInfo,
  platform: string,
  reference: string,
): PresentImage {
  const found = `${Os}-${Architecture === 'amd64' ? 'x64' : Architecture}`;
  if (found !== platform) throw new UpgradeFailed(`the image is for ${found}, but this host is ${platform}`);
  return { id: Id, reference: (RepoDigests ?? []).includes(reference) ? reference : Id };
}
