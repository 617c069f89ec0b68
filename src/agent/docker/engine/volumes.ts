import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { labels, objectName } from './labels.ts';

export interface ObservedVolume {
  /** `foreign`: a volume of its name exists without our labels. */
  data: 'present' | 'absent' | 'foreign';
  /** The directory of the host that it is bound to; null where the engine keeps the data itself. */
  directory: string | null;
}

/** Looks for a node's volume. Throws RuntimeError. */
export async function observeVolume(client: EngineClient, executorId: string, nodeId: string): Promise<ObservedVolume> {
  const volume = await client
    .call('inspect a volume', (abortSignal) => client.docker.getVolume(objectName(nodeId)).inspect({ abortSignal }))
    .catch((error: unknown) => {
      if (error instanceof RuntimeError && error.fault === 'not-found') return null;
      throw error;
    });
  if (volume === null) return { data: 'absent', directory: null };
  const isOurs = volume.Labels?.[labels.executor] === executorId && volume.Labels?.[labels.node] === nodeId;
  return { data: isOurs ? 'present' : 'foreign', directory: isOurs ? (volume.Options?.['device'] ?? null) : null };
}

/** The directory of the host that a node's volume is bound to; null where the engine keeps the data itself. Throws RuntimeError. */
export async function volumeDirectory(client: EngineClient, nodeId: string): Promise<string | null> {
  const volume = await client.call('inspect a volume', (abortSignal) =>
    client.docker.getVolume(objectName(nodeId)).inspect({ abortSignal }),
  );
  return volume.Options?.['device'] ?? null;
}

/** Where the data of a node's volume lies on the host. An agent in a container may not see it. Throws RuntimeError. */
export async function volumePath(client: EngineClient, nodeId: string): Promise<string> {
  const volume = await client.call('inspect a volume', (abortSignal) =>
    client.docker.getVolume(objectName(nodeId)).inspect({ abortSignal }),
  );
  return volume.Options?.['device'] ?? volume.Mountpoint;
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

/** Creates a node's volume; with `directory` the data lies in that directory of the host. Throws RuntimeError. */
export async function createVolume(
  client: EngineClient,
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

/** Removes a node's volume and with it its chain data: only for a node that the control plane named as deleted. Throws RuntimeError. */
export async function removeVolume(client: EngineClient, nodeId: string): Promise<void> {
  // Removing a used mainnet volume unlinks hundreds of gigabytes.
  await client
    .call('remove the volume', (abortSignal) => client.docker.getVolume(objectName(nodeId)).remove({ abortSignal }), {
      timeoutSeconds: 600,
    })
    .catch((error: unknown) => {
      if (error instanceof RuntimeError && error.fault === 'not-found') return;
      throw error;
    });
}
