import type Docker from 'dockerode';
import { inject } from 'vitest';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';

/** A client to which the volumes are where this process sees nothing, as for an agent in a container. */
export function blindClient(): EngineClient {
  const client = new EngineClient(inject('dockerSocket'));
  const list = client.docker.listVolumes.bind(client.docker);
  client.docker.listVolumes = (async (options: Docker.VolumeListOptions) => {
    const found = await list(options);
    return { ...found, Volumes: found.Volumes.map((volume) => ({ ...volume, Mountpoint: `/unseen/${volume.Name}` })) };
  }) as typeof client.docker.listVolumes;
  return client;
}
