import { isPlainHttp } from '../../../contract/plain-http.ts';

interface Join {
  endpoint: string;
  token: string;
  name?: string | null | undefined;
}

/** Returns the command that makes a host an executor: the agent becomes its service, joins, and is waited for. */
export const installCommand = (join: Join): string => commandOf('install', join);

/** The same for a host without systemd: the agent runs in the terminal. */
export const joinAndRunCommand = (join: Join): string => [commandOf('join', join), 'satrap agent run'].join(' && ');

/** The token goes through the environment, where `ps` does not show it. */
const commandOf = (what: 'install' | 'join', { endpoint, token, name }: Join): string =>
  [
    `SATRAP_ENROLMENT_TOKEN=${token} satrap agent ${what} --url ${endpoint}`,
    ...(name == null ? [] : [`--name ${name}`]),
    ...(isPlainHttp(endpoint) ? ['--insecure-http'] : []),
  ].join(' ');
