import type { Command } from 'commander';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import {
  type DataOptions,
  errorLog,
  onData,
  type PublicUrlOptions,
  withDataOption,
  withPublicUrlOption,
} from './options.ts';
import { passwordLinkLines } from './password-link.ts';

interface ResetPasswordOptions extends DataOptions, PublicUrlOptions, OutputOptions {
  removeSecondFactor?: boolean;
}

export function register(controlPlane: Command): void {
  const reset = controlPlane
    .command('reset-password')
    .description('create a link for a person to set a new password')
    .argument('<email>', 'e-mail address of the person');
  withJsonOption(withPublicUrlOption(withDataOption(reset)))
    .option('--remove-second-factor', 'also remove the person’s authenticator app')
    .action(resetPersonsPassword);
}

async function resetPersonsPassword(email: string, options: ResetPasswordOptions): Promise<void> {
  const { resetPassword } = await import('../../control-plane/commands/reset-password.ts');
  const input = { email, removesSecondFactor: options.removeSecondFactor ?? false };
  const link = await onData(options, (settings) => resetPassword(settings, input, errorLog()));
  print(link, options, () => passwordLinkLines(link));
}
