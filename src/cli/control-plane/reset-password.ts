import type { Command } from 'commander';
import { defineCommand, describeArguments } from '../define-command.ts';
import { option } from '../options.ts';
import { jsonOption, print } from '../output.ts';
import { passwordLinkLines } from './init.ts';
import { dataOption, onData, publicUrlOption } from './options.ts';

export function register(controlPlane: Command): void {
  const command = defineCommand(
    controlPlane,
    'reset-password <email>',
    'create a link for a person to set a new password',
    [
      dataOption,
      publicUrlOption,
      jsonOption,
      option('--remove-second-factor', 'also remove the person’s authenticator app'),
    ],
    async ({ removeSecondFactor: removesSecondFactor = false, ...options }, email) => {
      const { resetPassword } = await import('../../control-plane/commands/reset-password.ts');
      const input = { email, removesSecondFactor };
      const link = await onData(options, (settings, log) => resetPassword(settings, input, log));
      print(link, options, () => passwordLinkLines(link));
    },
  );
  describeArguments(command, { email: 'e-mail address of the person' });
}
