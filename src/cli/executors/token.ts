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
  apiCommand(executors, 'token', 'make an enrolment token, with which one agent gets a key of its own')
    .option('--name <name>', 'the only executor that it is for; needed for one that exists already')
    .option('--recover', 'for hosts that hold nodes of another or a lost control plane, any number of them')
    .option('--expires <minutes>', 'how long it can be used', wholeNumber(1, 10_080), 60)
    .action(createToken);
}

async function createToken({ name, expires, recover = false, ...options }: TokenOptions): Promise<void> {
  const api = new Api(options);
  const input = { executorName: name ?? null, expiresInMinutes: expires, recovers: recover };
  const { createEnrolmentToken } = await api.call(CreateEnrolmentTokenDocument, { input });
  const { token, enrolmentToken } = createEnrolmentToken;
  // The token alone on standard output, so that it can go straight into a file or a pipe.
  print({ token, ...enrolmentToken }, options, () => [token]);
  if (!options.json)
    console.error(
      recover
        ? `Shown only now. Works for any number of hosts until ${enrolmentToken.expiresAt}. On each: satrap agent install ${installFlags(api.url, name)}`
        : [
            `Shown only now, can be used once until ${enrolmentToken.expiresAt}. On the host, as root, with the token in FILE:`,
            `  sh install.sh --from RELEASES -- agent install ${installFlags(api.url, name)}`,
            `Where Satrap is installed already: satrap agent install ${installFlags(api.url, name)}`,
          ].join('\n'),
    );
}
