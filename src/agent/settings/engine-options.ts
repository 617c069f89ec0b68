import * as z from 'zod';
import { absolute, type SettingOption } from './shapes.ts';

const none = { text: 'none, for the socket', valueOn: () => undefined };

/** How the agent reaches the engine of its host. `endpointFaults` looks at them together. */
export const engineOptions = {
  dockerHost: {
    key: 'docker_host',
    argument: 'tcp://HOST:PORT',
    help: 'the Docker engine of this host, where the agent reaches it over TCP with TLS and not by its socket',
    default: none,
    shape: () =>
      z
        .string()
        .regex(
          /^tcp:\/\/(?:\[[0-9a-fA-F:.]+\]|[^\s/:@[\]]+):\d{1,5}$/,
          'must be tcp://HOST:PORT, such as tcp://127.0.0.1:2376',
        )
        .refine((url) => URL.canParse(url), 'names a port that there is not'),
  },
  dockerTlsCa: {
    key: 'docker_tls_ca',
    argument: 'FILE',
    help: 'certificate (PEM) of the authority that the engine’s certificate comes from',
    default: none,
    shape: absolute,
  },
  dockerTlsCert: {
    key: 'docker_tls_cert',
    argument: 'FILE',
    help: 'certificate (PEM) that the agent shows to the engine',
    default: none,
    shape: absolute,
  },
  dockerTlsKey: {
    key: 'docker_tls_key',
    argument: 'FILE',
    help: 'key (PEM) of that certificate, readable by the agent alone',
    default: none,
    shape: absolute,
  },
  dockerSocket: {
    key: 'docker_socket',
    argument: 'PATH',
    help: 'socket of the Docker engine',
    default: {
      text: 'the one that DOCKER_HOST names, else /var/run/docker.sock',
      valueOn: ({ env, settings: { dockerHost } }) =>
        dockerHost === undefined ? socketOf(env['DOCKER_HOST'] ?? '') : usualSocket,
      unfit: (dockerHost) =>
        `DOCKER_HOST names ${dockerHost.replace(/\/\/.*/s, '//…')}, but the agent takes only a unix socket of its own host from there; name it with --docker-socket, or TCP with TLS with --docker-host, or clear DOCKER_HOST for the agent`,
    },
    shape: absolute,
  },
} as const satisfies Record<string, SettingOption>;

const usualSocket = '/var/run/docker.sock';

/** The path that DOCKER_HOST names; what names another transport is returned as it is, which is no path. */
function socketOf(dockerHost: string): string {
  const scheme = 'unix://';
  if (dockerHost === '') return usualSocket;
  return dockerHost.startsWith(scheme) ? dockerHost.slice(scheme.length) : dockerHost;
}
