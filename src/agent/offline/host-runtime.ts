import { type DockerHost, type DockerHostOptions, type DockerHostSettings, dockerHost } from '../docker/docker-host.ts';

/** Chooses the runtime of this host's nodes: the only place that names one. Uses the defaults without settings. */
export const hostRuntime = (settings: DockerHostSettings | null, options?: DockerHostOptions): DockerHost =>
  dockerHost(settings ?? { dockerSocket: '/var/run/docker.sock' }, options);
