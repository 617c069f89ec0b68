import type { Command } from 'commander';
import { CreateEnrolmentTokenDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { print } from '../output.ts';
import { wholeNumber } from '../parse.ts';

interface TokenOptions extends ApiOptions {
  name?: string;
  expires: number;
}

/** `satrap executors token` */
export function addTokenCommand(executors: Command): void {
  withApiOptions(
    executors
      .command('token')
      .description('make an enrolment token, with which one agent gets a key of its own')
      .option('--name <name>', 'the only executor that it is for; needed for one that exists already')
      .option('--expires <minutes>', 'how long it can be used', wholeNumber(1, 10_080), 60),
  ).action(createToken);
}

async function createToken({ name, expires, ...options }: TokenOptions): Promise<void> {
  const api = new Api(options);
  const input = { executorName: name ?? null, expiresInMinutes: expires };
  const { createEnrolmentToken } = await api.call(CreateEnrolmentTokenDocument, { input });
  const { token, enrolmentToken } = createEnrolmentToken;
  // The token alone on standard output, so that it can go straight into a file or a pipe.
  print({ token, ...enrolmentToken }, options, () => [token]);
  if (!options.json)
    console.error(
      `Shown only now, of use once until ${enrolmentToken.expiresAt}. On the host: satrap agent join --url ${api.url}`,
    );
}
