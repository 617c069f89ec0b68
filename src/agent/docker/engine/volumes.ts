import type { DockerClient } from './engine-client.ts';
import { EngineError } from './engine-error.ts';
import { labels, objectName } from './labels.ts';

export type VolumeState = 'present' | 'absent' | 'foreign';

/** Whether a node's volume is there. `foreign`: a volume of that name exists, and it does not carry our labels. */
export async function volumeOf(client: DockerClient, executorId: string, nodeId: string): Promise<VolumeState> {
  const volume = await client
    .call('inspect a volume', (abortSignal) => client.docker.getVolume(objectName(nodeId)).inspect({ abortSignal }))
    .catch((error: unknown) => {
      if (error instanceof EngineError && error.fault === 'not-found') return null;
      throw error;
    });
  if (volume === null) return 'absent';
  return volume.Labels?.[labels.executor] === executorId && volume.Labels?.[labels.node] === nodeId
    ? 'present'
    : 'foreign';
}

/** The directory of the host that a node's volume stands for; null where the engine keeps the data itself. */
export async function volumeDirectory(client: DockerClient, nodeId: string): Promise<string | null> {
  const volume = await client.call('inspect a volume', (abortSignal) =>
    client.docker.getVolume(objectName(nodeId)).inspect({ abortSignal }),
  );
  return volume.Options?.['device'] ?? null;
}

/** The nodes that have a volume here, with the name that it was made for. */
export async function nodesWithVolumes(
  client: DockerClient,
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

/** Makes a node's volume; with `directory` the data lies in that directory of the host. */
export async function createVolume(
  client: DockerClient,
  request: { executorId: string; nodeId: string; nodeName: string; directory: string | null },
): Promise<void> {
  await client.call('create the volume', (abortSignal) =>
    client.docker.createVolume({
      abortSignal,
      Name: objectName(request.nodeId),
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

/** Removes a node's volume, and with it its chain data. Only for a node that the control plane named as deleted. */
export async function removeVolume(client: DockerClient, nodeId: string): Promise<void> {
  // Removing a used mainnet volume unlinks hundreds of gigabytes.
  await client
    .call('remove the volume', (abortSignal) => client.docker.getVolume(objectName(nodeId)).remove({ abortSignal }), {
      seconds: 600,
    })
    .catch((error: unknown) => {
      if (error instanceof EngineError && error.fault === 'not-found') return;
      throw error;
    });
}
