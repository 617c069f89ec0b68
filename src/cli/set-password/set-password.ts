import { type Command, Option } from 'commander';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { ResetPasswordDocument } from '../../contract/operations.generated.ts';
import { callWithoutKey } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { askSecret, readLines } from '../prompt.ts';

interface SetPasswordOptions {
  url: string;
  revokeKeys?: boolean;
}

export function register(command: Command): void {
  command
    .addOption(
      new Option('--url <url>', 'URL of the control plane')
        .env('SATRAP_URL')
        .argParser(endpointUrl)
        .default('http://127.0.0.1:4100/graphql'),
    )
    .option('--revoke-keys', 'also make your own API keys worthless: somebody else may have made one')
    .addHelpText('after', '\nWithout a terminal, standard input holds the secret and the password, each on a line.')
    .action(setPassword);
}

async function setPassword({ url, revokeKeys = false }: SetPasswordOptions): Promise<void> {
  const input = {
    ...(process.stdin.isTTY ? await askPerson() : await readInput()),
    revokePersonalKeys: revokeKeys,
  };
  await callWithoutKey(url, ResetPasswordDocument, { input });
  console.error('The password is set. Earlier sessions have ended.');
  console.error(
    revokeKeys
      ? 'Your own API keys are worthless from now on.'
      : 'Your own API keys work as before; end them with --revoke-keys, or in the console, if somebody else may have one.',
  );
}

async function askPerson(): Promise<{ token: string; newPassword: string }> {
  const token = await askSecret('Secret of the link: ');
  const newPassword = await askSecret('New password: ');
  if (newPassword !== (await askSecret('New password again: '))) {
    throw new CommandError('these are two different passwords; nothing was changed');
  }
  return { token, newPassword };
}

async function readInput(): Promise<{ token: string; newPassword: string }> {
  const [token = '', newPassword = ''] = await readLines();
  if (token === '' || newPassword === '') {
    throw new CommandError('standard input must hold the secret and the password, each on a line', 2);
  }
  return { token: token.trim(), newPassword };
}
