import { accessSync, constants } from 'node:fs';
import { keyOf } from './options.ts';
import type { AgentSettings } from './settings.ts';

/** An engine on TCP with mutual TLS. The files are PEM. */
export interface TlsEndpoint {
  host: string;
  port: number;
  caFile: string;
  certFile: string;
  keyFile: string;
}

/** The endpoint of this host's engine: the path of its unix socket, or TCP with TLS. */
export type EngineEndpoint = string | TlsEndpoint;

const files = ['dockerTlsCa', 'dockerTlsCert', 'dockerTlsKey'] as const;
export type EngineSettings = Pick<AgentSettings, 'dockerSocket'> &
  Partial<Pick<AgentSettings, 'dockerHost' | (typeof files)[number]>>;

export function engineEndpoint(settings: EngineSettings): EngineEndpoint {
  const { dockerSocket, dockerHost, dockerTlsCa, dockerTlsCert, dockerTlsKey } = settings;
  if (dockerHost === undefined) return dockerSocket;
  const { hostname, port } = new URL(dockerHost);
  return {
    // Without the brackets of an IPv6 address.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    caFile: dockerTlsCa ?? '',
    certFile: dockerTlsCert ?? '',
    keyFile: dockerTlsKey ?? '',
  };
}

export function endpointFaults(settings: Partial<EngineSettings>): string[] {
  const given = files.map((name) => ({ key: keyOf(name), path: settings[name] }));
  if (settings.dockerHost === undefined) {
    const idle = given.find(({ path }) => path !== undefined);
    return idle === undefined ? [] : [`${idle.key}: only applies to an engine on TCP; set docker_host`];
  }
  const missing = given.filter(({ path }) => path === undefined).map(({ key }) => key);
  if (missing.length > 0)
    return [
      `docker_host: needs ${missing.join(', ')}, because an engine port without TLS gives anyone root on its host`,
    ];
  return given.flatMap(({ key, path = '' }) => unreadable(key, path));
}

function unreadable(key: string, path: string): string[] {
  try {
    accessSync(path, constants.R_OK);
    return [];
  } catch (error) {
    return [`${key}: cannot read the file: ${(error as Error).message}`];
  }
}
