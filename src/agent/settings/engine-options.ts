import * as z from 'zod';
import { absolute, type SettingOption } from './shapes.ts';

const none = { text: 'none, for the socket', valueOn: () => undefined };

/** How the agent reaches the engine of its host. `endpointFaults` checks them together. */
export const engineOptions = {
  dockerHost: {
    key: 'docker_host',
    argument: 'tcp://HOST:PORT',
    help: 'Docker engine of this host over TCP with TLS, instead of its socket',
    default: none,
    shape: () =>
      z
        .string()
        .regex(
          /^tcp:\/\/(?:\[[0-9a-fA-F:.]+\]|[^\s/:@[\]]+):\d{1,5}$/,
          'must be tcp://HOST:PORT, such as tcp://127.0.0.1:2376',
        )
        .refine((url) => URL.canParse(url), 'has an invalid port'),
  },
  dockerTlsCa: {
    key: 'docker_tls_ca',
    argument: 'FILE',
    help: 'CA certificate (PEM) of the engine',
    default: none,
    shape: absolute,
  },
  dockerTlsCert: {
    key: 'docker_tls_cert',
    argument: 'FILE',
    help: 'client certificate (PEM) for the engine',
    default: none,
    shape: absolute,
  },
  dockerTlsKey: {
    key: 'docker_tls_key',
    argument: 'FILE',
    help: 'key (PEM) of the client certificate, readable by the agent only',
    default: none,
    shape: absolute,
  },
  dockerSocket: {
    key: 'docker_socket',
    argument: 'PATH',
    help: 'socket of the Docker engine',
    default: {
      text: 'DOCKER_HOST if set, else /var/run/docker.sock',
      valueOn: ({ env, settings: { dockerHost } }) =>
        dockerHost === undefined ? socketOf(env['DOCKER_HOST'] ?? '') : defaultSocket,
      unfit: (dockerHost) =>
        `DOCKER_HOST is ${dockerHost.replace(/\/\/.*/s, '//…')}, but only a unix socket is supported there; set --docker-socket, or --docker-host for TCP with TLS, or unset DOCKER_HOST`,
    },
    shape: absolute,
  },
} as const satisfies Record<string, SettingOption>;

const defaultSocket = '/var/run/docker.sock';

/** The path in DOCKER_HOST; another transport is returned unchanged, which is no path. */
function socketOf(dockerHost: string): string {
  const scheme = 'unix://';
  if (dockerHost === '') return defaultSocket;
  return dockerHost.startsWith(scheme) ? dockerHost.slice(scheme.length) : dockerHost;
}
