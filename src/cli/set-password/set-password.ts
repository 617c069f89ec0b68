import type { Command } from 'commander';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { ResetPasswordDocument } from '../../contract/operations.generated.ts';
import { defaultUrl } from '../access.ts';
import { callWithoutKey } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { withAction } from '../define-command.ts';
import { option } from '../options.ts';
import { askSecret, readLines } from '../prompt.ts';

export function register(command: Command): void {
  const url = option('--url <url>', 'control plane URL', endpointUrl, defaultUrl).env('SATRAP_URL');
  const revokeKeys = option('--revoke-keys', 'also revoke your API keys, in case somebody else created one');
  withAction(command, [url, revokeKeys], setPassword).addHelpText(
    'after',
    '\nWithout a terminal, standard input holds the secret and the password, each on a line.',
  );
}

async function setPassword({ url, revokeKeys = false }: { url: string; revokeKeys?: boolean }): Promise<void> {
  const person = process.stdin.isTTY ? await askPerson() : await readInput();
  const input = { ...person, revokePersonalKeys: revokeKeys };
  await callWithoutKey(url, ResetPasswordDocument, { input });
  console.error('Password set. All earlier sessions were signed out.');
  console.error(
    revokeKeys
      ? 'Your API keys were revoked.'
      : 'Your API keys still work. If somebody else may have one, revoke them with --revoke-keys or in the console.',
  );
}

async function askPerson(): Promise<{ token: string; newPassword: string }> {
  const token = await askSecret('Secret from the link: ');
  const newPassword = await askSecret('New password: ');
  if (newPassword !== (await askSecret('New password again: '))) {
    throw new CommandError('the passwords do not match; nothing was changed');
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
