import { isPlainHttp } from './endpoint-url.ts';

export interface Join {
  endpoint: string;
  token: string;
  name?: string | null | undefined;
}

// Each command passes the token through the environment, which `ps` does not show.

/** Returns the command for a host with Linux alone: it downloads, verifies and installs the agent, and joins. */
export const oneLineCommand = ({ endpoint, token, name }: Join): string =>
  `curl -fsSL ${endpoint.replace(/graphql$/, 'install')} | SATRAP_ENROLMENT_TOKEN=${token} sh${
    name == null ? '' : ` -s -- --name ${name}`
  }`;

/** Returns the command for a host that has Satrap. */
export const installCommand = ({ endpoint, token, name }: Join): string =>
  [
    `SATRAP_ENROLMENT_TOKEN=${token} satrap agent install --url ${endpoint}`,
    ...(name == null ? [] : [`--name ${name}`]),
    ...(isPlainHttp(endpoint) ? ['--insecure-http'] : []),
  ].join(' ');
