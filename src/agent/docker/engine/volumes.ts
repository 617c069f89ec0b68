import type Docker from 'dockerode';
import { defaultDataRoot } from '../../../contract/names.ts';
import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { CallOptions, EngineClient } from './engine-client.ts';
import { dataRootOf, filterOf, labels, objectName, volumeName } from './labels.ts';

export interface NodeVolume {
  dataRoot: string;
  /** The host directory that it is bound to; null if the engine keeps the data itself. */
  directory: string | null;
  /** The path of its data on the host. An agent in a container may not see it. */
  path: string;
}

export async function listVolumes(client: EngineClient, filters: Record<string, string[]>, options?: CallOptions) {
  const list = (abortSignal: AbortSignal) => client.docker.listVolumes({ filters, abortSignal });
  return (await client.call('list volumes', list, options)).Volumes ?? [];
}

/** Finds a node's volumes: two while it moves. `foreign`: data roots with a volume of the name without our labels. */
export async function findVolumes(client: EngineClient, executorId: string, nodeId: string) {
  // The engine's filter matches substrings of names.
  const volumes = await listVolumes(client, { name: [objectName(nodeId)] });
  const ours: NodeVolume[] = [];
  const foreign: string[] = [];
  for (const { Name, Labels, Options, Mountpoint } of volumes) {
    const dataRoot = dataRootOf(nodeId, Name);
    if (dataRoot === undefined) continue;
    const directory = Options?.['device'] ?? null;
    const isOurs = Labels?.[labels.executor] === executorId && Labels?.[labels.node] === nodeId;
    if (isOurs) ours.push({ dataRoot, directory, path: directory ?? Mountpoint });
    else foreign.push(dataRoot);
  }
  return { ours, foreign };
}

export const executorVolumes = (client: EngineClient, executorId: string): Promise<Docker.VolumeInspectInfo[]> =>
  listVolumes(client, filterOf({ [labels.executor]: executorId }));

/** Creates a node's volume; with `directory` the data is in that host directory. */
export async function createVolume(
  client: EngineClient,
  request: { executorId: string; nodeId: string; nodeName: string; directory: string | null; dataRoot?: string },
): Promise<void> {
  await client.call('create the volume', (abortSignal) =>
    client.docker.createVolume({
      abortSignal,
      Name: volumeName(request.nodeId, request.dataRoot ?? defaultDataRoot),
      Driver: 'local',
      DriverOpts: request.directory === null ? {} : { type: 'none', o: 'bind', device: request.directory },
      Labels: {
        [labels.executor]: request.executorId,
        [labels.node]: request.nodeId,
        [labels.name]: request.nodeName,
      },
    }),
  );
}

/** Removes a volume with its chain data: only of a node marked as deleted, or one of two copies during a requested move. */
export async function removeVolume(client: EngineClient, nodeId: string, dataRoot = defaultDataRoot): Promise<void> {
  const volume = client.docker.getVolume(volumeName(nodeId, dataRoot));
  // Removing a used mainnet volume unlinks hundreds of gigabytes.
  await client
    .call('remove the volume', (abortSignal) => volume.remove({ abortSignal }), { timeoutSeconds: 600 })
    .catch(nullIfNotFound);
}
