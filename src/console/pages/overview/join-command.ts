import { isPlainHttp } from '../../../contract/endpoint-url.ts';

export interface Join {
  endpoint: string;
  token: string;
  name?: string | null | undefined;
}

/** Returns the command that installs the agent as a service, enrols it and waits until it is online. */
export const installCommand = (join: Join): string => commandOf('install', join);

/** Returns the command for a host without systemd: the agent runs in the terminal. */
export const joinAndRunCommand = (join: Join): string => [commandOf('join', join), 'satrap agent run'].join(' && ');

/** Passes the token through the environment, which `ps` does not show. */
const commandOf = (what: 'install' | 'join', { endpoint, token, name }: Join): string =>
  [
    `SATRAP_ENROLMENT_TOKEN=${token} satrap agent ${what} --url ${endpoint}`,
    ...(name == null ? [] : [`--name ${name}`]),
    ...(isPlainHttp(endpoint) ? ['--insecure-http'] : []),
  ].join(' ');
