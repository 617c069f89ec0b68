import type { Command } from 'commander';
import { CreateEnrolmentTokenDocument } from '../../contract/operations.generated.ts';
import { isPlainHttp } from '../../contract/plain-http.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print } from '../output.ts';
import { wholeNumber } from '../parse.ts';

interface TokenOptions extends ApiOptions {
  name?: string;
  expires: number;
  recover?: boolean;
}
const installFlags = (url: string, name: string | undefined): string =>
  [
    `--url ${url} --token-file FILE`,
    ...(name === undefined ? [] : [`--name ${name}`]),
    ...(isPlainHttp(url) ? ['--insecure-http'] : []),
  ].join(' ');

export function register(executors: Command): void {
  apiCommand(executors, 'token', 'create an enrolment token to add a host')
    .option('--name <name>', 'name that the token is limited to; required to replace an existing host')
    .option('--recover', 'for any number of hosts with nodes of another or a lost control plane')
    .option('--expires <minutes>', 'lifetime of the token', wholeNumber(1, 10_080), 60)
    .action(createToken);
}

async function createToken({ name, expires, recover = false, ...options }: TokenOptions): Promise<void> {
  const api = new Api(options);
  const input = { executorName: name ?? null, expiresInMinutes: expires, recovers: recover };
  const { createEnrolmentToken } = await api.call(CreateEnrolmentTokenDocument, { input });
  const { token, enrolmentToken } = createEnrolmentToken;
  // Only the token goes to standard output, so that you can redirect or pipe it.
  print({ token, ...enrolmentToken }, options, () => [token]);
  if (!options.json)
    console.error(
      recover
        ? `Shown only once. Works for any number of hosts until ${enrolmentToken.expiresAt}. On each: satrap agent install ${installFlags(api.url, name)}`
        : [
            `Shown only once. Works once, until ${enrolmentToken.expiresAt}. On the host, as root, with the token in FILE:`,
            `  sh install.sh --from RELEASES -- agent install ${installFlags(api.url, name)}`,
            `If Satrap is already installed there: satrap agent install ${installFlags(api.url, name)}`,
          ].join('\n'),
    );
}
