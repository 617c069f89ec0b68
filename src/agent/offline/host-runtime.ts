import { DockerHost, type DockerHostOptions, type DockerHostSettings } from '../docker/docker-host.ts';

/** Chooses what runs the nodes of this host: the one place that names a runtime. Without settings, by the defaults. */
export const hostRuntime = (settings: DockerHostSettings | null, options?: DockerHostOptions): DockerHost =>
  new DockerHost(settings ?? { dockerSocket: '/var/run/docker.sock' }, options);
