import type Docker from 'dockerode';
import type { EngineClient } from './engine-client.ts';
import { labels } from './labels.ts';

/** Everything in an engine that some agent made, of whichever executor. */
export interface OwnObjects {
  containers: readonly Docker.ContainerInfo[];
  volumes: readonly Docker.VolumeInspectInfo[];
}

/** Throws RuntimeError. */
export async function findOwnObjects(client: EngineClient): Promise<OwnObjects> {
  const filters = { label: [labels.executor] };
  const options = { timeoutSeconds: 10 };
  const [containers, { Volumes }] = await Promise.all([
    client.call(
      'list containers',
      (abortSignal) => client.docker.listContainers({ all: true, filters, abortSignal }),
      options,
    ),
    client.call('list volumes', (abortSignal) => client.docker.listVolumes({ filters, abortSignal }), options),
  ]);
  return { containers, volumes: Volumes ?? [] };
}
