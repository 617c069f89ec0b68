import { basename } from 'node:path';
import type Docker from 'dockerode';
import { dataRootPattern } from '../../../contract/names.ts';
import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { engineFacts } from './engine-info.ts';
import { dataRootOf, labels, volumeName } from './labels.ts';
import { paths } from './paths.ts';

/** Files of the image at the mount point must not be copied into the volume. */
export const emptyVolume = { NoCopy: true, Labels: {}, DriverConfig: { Name: 'local', Options: {} } };

interface DataMount {
  mount: Docker.MountSettings;
  /** Of the container, which is recognized by them. */
  Labels: Record<string, string>;
}

/**
 * Returns how a container mounts a node's data. Podman mounts the volume of a directory only while a container of it runs:
 * an upload before that, up to 5.3, and a look into a container that does not run, as of 5.4, find an empty folder. Its
 * containers mount the directory itself.
 */
export async function dataMount(
  client: EngineClient,
  { nodeId, dataRoot, isReadOnly = false }: { nodeId: string; dataRoot: string; isReadOnly?: boolean },
): Promise<DataMount> {
  const mount = { ...(await mountOf(client, volumeName(nodeId, dataRoot))), ReadOnly: isReadOnly };
  return { mount, Labels: mount.Type === 'bind' ? { [labels.dataRoot]: dataRoot } : {} };
}

/** Returns how a container mounts a volume, with its own files alone. */
export async function mountOf(client: EngineClient, volume: string): Promise<Docker.MountSettings> {
  const directory = await directoryOf(client, volume);
  if (directory !== null && (await engineFacts(client)).isPodman)
    return { Target: paths.mountPoint, Type: 'bind', Source: directory };
  return { Target: paths.mountPoint, Type: 'volume', Source: volume, VolumeOptions: emptyVolume };
}

/** Null for a volume that the engine keeps itself, and for a missing one, which it creates. */
const directoryOf = async (client: EngineClient, volume: string): Promise<string | null> => {
  const inspect = (abortSignal: AbortSignal) => client.docker.getVolume(volume).inspect({ abortSignal });
  const found = await client.call('inspect the volume', inspect).catch(nullIfNotFound);
  return found?.Options?.['device'] ?? null;
};

/** The fields of a mount that lists of containers and their descriptions have. */
export type SeenMount = Partial<
  Pick<Docker.ContainerInfo['Mounts'][number], 'Type' | 'Name' | 'Source' | 'Destination'>
>;

/** Whether a mount is that of a node's data, in any data root. */
export const isDataOf = (nodeId: string, { Type, Name, Source = '' }: SeenMount): boolean =>
  Type === 'bind' ? basename(Source) === nodeId : dataRootOf(nodeId, Name) !== undefined;

/** Returns the data root of the data that a container of a node mounts; undefined if it mounts none. */
export function mountedRoot(
  nodeId: string,
  mounts: readonly SeenMount[] | undefined,
  containerLabels: Readonly<Record<string, string>>,
): string | undefined {
  const mount = mounts?.find(({ Destination }) => Destination === paths.mountPoint);
  if (mount === undefined || !isDataOf(nodeId, mount)) return undefined;
  if (mount.Type !== 'bind') return dataRootOf(nodeId, mount.Name);
  const dataRoot = containerLabels[labels.dataRoot] ?? '';
  return dataRootPattern.test(dataRoot) ? dataRoot : undefined;
}
