import { clientFamily, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import { listContainers, removeContainer } from './containers.ts';
import type { ContainerOwner } from './create-container.ts';
import { dataMount, emptyVolume } from './data-mount.ts';
import type { EngineClient } from './engine-client.ts';
import { imageOverrides } from './image-defaults.ts';
import { filterOf, labels } from './labels.ts';

interface DataReaderPlace {
  nodeId: string;
  image: string;
  /** Default: the default one. */
  dataRoot?: string;
  /** Folders to hide: an anonymous volume, removed with the container, is mounted over each. */
  hidden?: readonly string[];
}

/** Calls `read` with a container that is never started and mounts a node's volume, which the agent may not see. */
export async function withDataReader<T>(
  client: EngineClient,
  owner: ContainerOwner,
  place: DataReaderPlace,
  read: (containerId: string) => Promise<T>,
): Promise<T> {
  await removeDataReaders(client, owner, place.nodeId);
  const reader = await createDataReader(client, owner, place);
  try {
    return await read(reader);
  } finally {
    await removeContainer(client, reader);
  }
}

/** Of a container that is never started, and that a later one removes if the agent is killed. */
export const readerLabels = ({ executorId, instanceId }: ContainerOwner, nodeId: string) => ({
  [labels.executor]: executorId,
  [labels.instance]: instanceId,
  [labels.purpose]: 'reader',
  [labels.reads]: nodeId,
});

export async function createDataReader(
  client: EngineClient,
  owner: ContainerOwner,
  { nodeId, image, dataRoot = defaultDataRoot, hidden = [] }: DataReaderPlace,
): Promise<string> {
  const { mount } = await dataMount(client, { nodeId, dataRoot, isReadOnly: true });
  const cover = (Target: string) =>
    ({ Type: 'volume', Source: '', Target, ReadOnly: false, VolumeOptions: emptyVolume }) as const;
  const { Labels } = await imageOverrides(client, image);
  const { id } = await client.call('create a container to read the chain data', (abortSignal) =>
    client.docker.createContainer({
      abortSignal,
      Image: image,
      Entrypoint: [clientFamily(defaultClient).program],
      Labels: { ...Labels, ...readerLabels(owner, nodeId) },
      HostConfig: {
        Mounts: [mount, ...hidden.map(cover)],
        NetworkMode: 'none',
      },
    }),
  );
  return id;
}

/** Removes readers of a node's volume left by a killed agent: a mounted volume cannot be removed. */
export async function removeDataReaders(client: EngineClient, owner: ContainerOwner, nodeId: string): Promise<void> {
  const readers = await listContainers(client, filterOf(readerLabels(owner, nodeId)));
  for (const { Id, State } of readers) if (State === 'created') await removeContainer(client, Id);
}
