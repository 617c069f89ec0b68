import { clientFamily, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { defaultDataRoot } from '../../../contract/names.ts';
import { removeContainer } from './containers.ts';
import type { ContainerOwner } from './create-container.ts';
import type { EngineClient } from './engine-client.ts';
import { labels } from './labels.ts';
import { paths } from './paths.ts';
import { volumeName } from './volume-names.ts';

const purpose = 'reader';

const noCopy = { NoCopy: true, Labels: {}, DriverConfig: { Name: 'local', Options: {} } };

export interface DataReaderPlace {
  nodeId: string;
  image: string;
  /** Default: the default one. */
  dataRoot?: string;
  /** Folders to hide: an anonymous volume, removed with the container, is mounted over each. */
  hidden?: readonly string[];
}

type Owner = Pick<ContainerOwner, 'executorId' | 'instanceId'>;

/**
 * Calls `read` with a container that mounts a node's volume read-only. It is never started: the engine reads its files
 * even if the agent cannot see the volume. Throws RuntimeError.
 */
export async function withDataReader<T>(
  client: EngineClient,
  owner: Owner,
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

export async function createDataReader(
  client: EngineClient,
  { executorId, instanceId }: Owner,
  { nodeId, image, dataRoot = defaultDataRoot, hidden = [] }: DataReaderPlace,
): Promise<string> {
  const { id } = await client.call('create a container to read the chain data', (abortSignal) =>
    client.docker.createContainer({
      abortSignal,
      Image: image,
      Entrypoint: [clientFamily(defaultClient).program],
      Labels: {
        [labels.executor]: executorId,
        [labels.instance]: instanceId,
        [labels.purpose]: purpose,
        [labels.reads]: nodeId,
      },
      HostConfig: {
        Mounts: [
          {
            ...{ Type: 'volume', Source: volumeName(nodeId, dataRoot), Target: paths.mountPoint, ReadOnly: true },
            VolumeOptions: noCopy,
          },
          ...hidden.map((Target) => ({
            ...{ Type: 'volume' as const, Source: '', Target, ReadOnly: false, VolumeOptions: noCopy },
          })),
        ],
        NetworkMode: 'none',
      },
    }),
  );
  return id;
}

/**
 * Removes readers of a node's volume left by a killed agent: a mounted volume cannot be removed. Throws RuntimeError.
 */
export async function removeDataReaders(
  client: EngineClient,
  { executorId, instanceId }: Owner,
  nodeId: string,
): Promise<void> {
  const label = [
    `${labels.executor}=${executorId}`,
    `${labels.instance}=${instanceId}`,
    `${labels.purpose}=${purpose}`,
    `${labels.reads}=${nodeId}`,
  ];
  const readers = await client.call('list containers', (abortSignal) =>
    client.docker.listContainers({ all: true, filters: { label }, abortSignal }),
  );
  for (const { Id, State } of readers) if (State === 'created') await removeContainer(client, Id);
}
