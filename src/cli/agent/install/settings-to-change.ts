import { resolve } from 'node:path';
import { CommandError } from '../../command-error.ts';

/** Connection flags of an installation, besides the token. */
export interface GivenConnection {
  url?: string | undefined;
  name?: string | undefined;
  insecureHttp?: boolean | undefined;
  caFile?: string | undefined;
  proxy?: string | undefined;
  dockerSocket?: string | undefined;
}

/**
 * Returns the settings that an installation changes on a host that has joined, by their keys in the file, whose current values are
 * `present`. Throws CommandError for another control plane or name, which requires joining again.
 */
export function settingsToChange(
  { url, name, insecureHttp, caFile, proxy, dockerSocket }: GivenConnection,
  present: Readonly<Record<string, unknown>>,
): Record<string, string> {
  for (const [key, value] of Object.entries({ url, name }))
    if (value !== undefined && present[key] !== undefined && present[key] !== value)
      throw new CommandError(
        `this host has joined with ${key} ${String(present[key])}; to join again with ${value}, add --token-file`,
        2,
      );
  const given = {
    url,
    name,
    insecure_http: insecureHttp === undefined ? undefined : String(insecureHttp),
    ca_file: caFile === undefined ? undefined : resolve(caFile),
    proxy,
    docker_socket: dockerSocket,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || String(present[key]) === value ? [] : [[key, value]],
    ),
  );
}
