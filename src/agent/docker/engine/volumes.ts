import { defaultDataRoot } from '../../../contract/names.ts';
import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { labels, objectName } from './labels.ts';
import { dataRootOf, volumeName } from './volume-names.ts';

export interface NodeVolume {
  dataRoot: string;
  /** The host directory that it is bound to; null if the engine keeps the data itself. */
  directory: string | null;
  /** The path of its data on the host. An agent in a container may not see it. */
  path: string;
}

export interface FoundVolumes {
  /** The node's own volumes: one, or two while it moves to another data root. */
  ours: NodeVolume[];
  /** Data roots with a volume of the name without our labels. */
  foreign: string[];
}

/** Finds the volumes of a node. Throws RuntimeError. */
export async function findVolumes(client: EngineClient, executorId: string, nodeId: string): Promise<FoundVolumes> {
  // The engine's filter matches substrings of names.
  const filters = { name: [objectName(nodeId)] };
  const { Volumes } = await client.call('list volumes', (abortSignal) =>
    client.docker.listVolumes({ filters, abortSignal }),
  );
  const found = (Volumes ?? []).flatMap(({ Name, Labels, Options, Mountpoint }) => {
    const dataRoot = dataRootOf(nodeId, Name);
    if (dataRoot === undefined) return [];
    const isOurs = Labels?.[labels.executor] === executorId && Labels?.[labels.node] === nodeId;
    const directory = Options?.['device'] ?? null;
    return [{ isOurs, dataRoot, directory, path: directory ?? Mountpoint }];
  });
  return {
    ours: found.filter(({ isOurs }) => isOurs).map(({ isOurs: _, ...volume }) => volume),
    foreign: found.filter(({ isOurs }) => !isOurs).map(({ dataRoot }) => dataRoot),
  };
}

/** The executor's nodes with a volume here, with their name at its creation. Throws RuntimeError. */
export async function nodesWithVolumes(
  client: EngineClient,
  executorId: string,
): Promise<{ nodeId: string; name: string }[]> {
  const { Volumes } = await client.call('list volumes', (abortSignal) =>
    client.docker.listVolumes({ filters: { label: [`${labels.executor}=${executorId}`] }, abortSignal }),
  );
  return (Volumes ?? []).flatMap(({ Labels }) => {
    const nodeId = Labels?.[labels.node];
    return nodeId === undefined ? [] : [{ nodeId, name: Labels?.[labels.name] ?? nodeId }];
  });
}

/** The host directories that volumes of an executor are bound to. Throws RuntimeError. */
export async function boundDirectories(client: EngineClient, executorId: string): Promise<string[]> {
  const { Volumes } = await client.call('list volumes', (abortSignal) =>
    client.docker.listVolumes({ filters: { label: [`${labels.executor}=${executorId}`] }, abortSignal }),
  );
  return (Volumes ?? []).flatMap(({ Options }) => Options?.['device'] ?? []);
}

/** Creates a node's volume; with `directory` the data is in that host directory. Throws RuntimeError. */
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

/**
 * Removes a node's volume and its chain data: only for a node marked as deleted by the control plane, or one of two
 * copies during a requested move. Throws RuntimeError.
 */
export async function removeVolume(client: EngineClient, nodeId: string, dataRoot = defaultDataRoot): Promise<void> {
  const volume = client.docker.getVolume(volumeName(nodeId, dataRoot));
  // Removing a used mainnet volume unlinks hundreds of gigabytes.
  await client
    .call('remove the volume', (abortSignal) => volume.remove({ abortSignal }), { timeoutSeconds: 600 })
    .catch(nullIfNotFound);
}
