/** Returns the commands that make a host an executor. The token goes through the environment, where `ps` does not show it. Pure. */
export const joinCommand = (endpoint: string, token: string): string =>
  [`SATRAP_ENROLMENT_TOKEN=${token} satrap agent join --url ${endpoint}`, 'satrap agent run'].join('\n');
