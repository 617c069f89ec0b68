import { resolve } from 'node:path';
import { isPlainHttp } from '../../../contract/plain-http.ts';
import { CommandError } from '../../command-error.ts';
import { option } from '../../options.ts';

/** Flags that become settings of the agent. */
export interface Connection {
  url?: string | undefined;
  name?: string | undefined;
  insecureHttp?: boolean | undefined;
  caFile?: string | undefined;
  proxy?: string | undefined;
  dockerSocket?: string | undefined;
}

export const tokenFileOption = option(
  '--token-file <file>',
  'file with the token (default: SATRAP_ENROLMENT_TOKEN, standard input, or a prompt)',
);

/** Options of join and of install. */
export const connectionOptions = [
  option(
    '--executor-id <id>',
    'with a recovery token, if the agent’s store is lost: the executor id of the containers and volumes here',
  ),
  option('--insecure-http', 'allow plain http to another host'),
  option('--ca-file <file>', 'additional CA certificates to trust (PEM)'),
  option('--proxy <url>', 'HTTP proxy for the control plane'),
] as const;

/** Throws CommandError for a URL that sends the key in plain text, unless that is allowed. */
export function refusePlainHttp({ url, insecureHttp = false }: Connection): void {
  if (url !== undefined && isPlainHttp(url) && !insecureHttp)
    throw new CommandError(
      `${url} is plain http, which sends the key unencrypted; use https, or add --insecure-http`,
      2,
    );
}

/** Returns the given settings by their keys in the file. */
export function settingsOfConnection(given: Connection): Record<string, string> {
  const settings = {
    url: given.url,
    name: given.name,
    insecure_http: given.insecureHttp?.toString(),
    ca_file: given.caFile === undefined ? undefined : resolve(given.caFile),
    proxy: given.proxy,
    docker_socket: given.dockerSocket,
  };
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/**
 * Returns the settings that an installation changes on a host that has joined, by their keys in the file, whose current values are
 * `present`. Throws CommandError for another control plane or name, which requires joining again.
 */
export function settingsToChange(
  connection: Connection,
  present: Readonly<Record<string, unknown>>,
): Record<string, string> {
  for (const key of ['url', 'name'] as const)
    if (connection[key] !== undefined && present[key] !== undefined && present[key] !== connection[key])
      throw new CommandError(
        `this host has joined with ${key} ${String(present[key])}; to join again with ${connection[key]}, add --token-file`,
        2,
      );
  const given = Object.entries(settingsOfConnection(connection));
  return Object.fromEntries(given.filter(([key, value]) => String(present[key]) !== value));
}
