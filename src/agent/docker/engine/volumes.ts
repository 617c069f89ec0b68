import { defaultDataRoot } from '../../../contract/names.ts';
import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { labels, objectName } from './labels.ts';
import { dataRootOf, volumeName } from './volume-names.ts';

export interface NodeVolume {
  dataRoot: string;
  /** The directory of the host that it is bound to; null where the engine keeps the data itself. */
  directory: string | null;
  /** Where its data lies on the host. An agent in a container may not see it. */
  path: string;
}

export interface FoundVolumes {
  /** The node's own volumes: one, and while it is moved to another data root one there too. */
  ours: NodeVolume[];
  /** Data roots for which a volume of the name exists without our labels. */
  foreign: string[];
}

/** Looks for the volumes of a node. Throws RuntimeError. */
export async function findVolumes(client: EngineClient, executorId: string, nodeId: string): Promise<FoundVolumes> {
  // The engine's filter takes names that contain this one.
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

/** The nodes of an executor that have a volume here, with the name that they had when it was made. Throws RuntimeError. */
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

/** The directories of the host that volumes of an executor are bound to. Throws RuntimeError. */
export async function boundDirectories(client: EngineClient, executorId: string): Promise<string[]> {
  const { Volumes } = await client.call('list volumes', (abortSignal) =>
    client.docker.listVolumes({ filters: { label: [`${labels.executor}=${executorId}`] }, abortSignal }),
  );
  return (Volumes ?? []).flatMap(({ Options }) => Options?.['device'] ?? []);
}

/** Creates a node's volume; with `directory` the data lies in that directory of the host. Throws RuntimeError. */
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
 * Removes a node's volume and with it its chain data: only for a node that the control plane named as deleted, or one of two copies of the
 * data of a node that it named to be moved. Throws RuntimeError.
 */
export async function removeVolume(client: EngineClient, nodeId: string, dataRoot = defaultDataRoot): Promise<void> {
  const volume = client.docker.getVolume(volumeName(nodeId, dataRoot));
  // Removing a used mainnet volume unlinks hundreds of gigabytes.
  await client
    .call('remove the volume', (abortSignal) => volume.remove({ abortSignal }), { timeoutSeconds: 600 })
    .catch(nullIfNotFound);
}
