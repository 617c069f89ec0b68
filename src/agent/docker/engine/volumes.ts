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
  for (const volume of volumes) {
    const dataRoot = dataRootOf(nodeId, volume.Name);
    if (dataRoot === undefined) continue;
    if (isVolumeOf(volume, executorId, nodeId)) ours.push(nodeVolume(dataRoot, volume));
    else foreign.push(dataRoot);
  }
  return { ours, foreign };
}

type Described = Pick<Docker.VolumeInspectInfo, 'Labels' | 'Options' | 'Mountpoint'>;

const isVolumeOf = ({ Labels }: Described, executorId: string, nodeId: string): boolean =>
  Labels?.[labels.executor] === executorId && Labels?.[labels.node] === nodeId;

function nodeVolume(dataRoot: string, { Options, Mountpoint }: Described): NodeVolume {
  const directory = Options?.['device'] ?? null;
  return { dataRoot, directory, path: directory ?? Mountpoint };
}

export const executorVolumes = (client: EngineClient, executorId: string): Promise<Docker.VolumeInspectInfo[]> =>
  listVolumes(client, filterOf({ [labels.executor]: executorId }));

/**
 * Creates a node's volume; with `directory` the data is in that host directory. The engine answers with any existing
 * volume of the name: returns null for a foreign one.
 */
export async function createVolume(
  client: EngineClient,
  request: { executorId: string; nodeId: string; nodeName: string; directory: string | null; dataRoot?: string },
): Promise<NodeVolume | null> {
  const { executorId, nodeId, nodeName, directory, dataRoot = defaultDataRoot } = request;
  const made = await client.post<Docker.VolumeInspectInfo>('create the volume', '/volumes/create', {
    Name: volumeName(nodeId, dataRoot),
    Driver: 'local',
    DriverOpts: directory === null ? {} : { type: 'none', o: 'bind', device: directory },
    Labels: { [labels.executor]: executorId, [labels.node]: nodeId, [labels.name]: nodeName },
  });
  return isVolumeOf(made, executorId, nodeId) ? nodeVolume(dataRoot, made) : null;
}

/**
 * Removes a node's volume and its chain data: only for a node marked as deleted by the control plane, or one of two
 * copies during a requested move.
 */
export async function removeVolume(client: EngineClient, nodeId: string, dataRoot = defaultDataRoot): Promise<void> {
  const volume = client.docker.getVolume(volumeName(nodeId, dataRoot));
  // Removing a used mainnet volume unlinks hundreds of gigabytes.
  await client
    .call('remove the volume', (abortSignal) => volume.remove({ abortSignal }), { timeoutSeconds: 600 })
    .catch(nullIfNotFound);
}
