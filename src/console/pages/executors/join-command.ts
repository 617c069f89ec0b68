import { isPlainHttp } from '../../../contract/endpoint-url.ts';

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
export const installCommand = (join: Join): string =>
  `SATRAP_ENROLMENT_TOKEN=${join.token} satrap agent install${joinOptions(join)}`;

/** Returns the command for a host on which the agent runs in a container. */
export const containerCommand = (join: Join): string => `SATRAP_ENROLMENT_TOKEN=${join.token} \\
docker run --rm --network host -e SATRAP_ENROLMENT_TOKEN -v satrap-agent:/var/lib/satrap \\
  satrap-agent agent join --config /var/lib/satrap/agent.toml${joinOptions(join)} &&
docker run -d --name satrap-agent --restart always --network host \\
  --group-add "$(stat -c %g /var/run/docker.sock)" -v /var/run/docker.sock:/var/run/docker.sock \\
  -v /var/lib/docker/volumes:/var/lib/docker:ro -v satrap-agent:/var/lib/satrap \\
  -e SATRAP_AGENT_URL=${join.endpoint} satrap-agent agent run --config /var/lib/satrap/agent.toml`;

const joinOptions = ({ endpoint, name }: Join): string =>
  [
    ` --url ${endpoint}`,
    ...(name == null ? [] : [`--name ${name}`]),
    ...(isPlainHttp(endpoint) ? ['--insecure-http'] : []),
  ].join(' ');
