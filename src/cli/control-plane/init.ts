import type { Command } from 'commander';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import {
  type DataOptions,
  dataSettings,
  errorLog,
  type PublicUrlOptions,
  withDataOption,
  withPublicUrlOption,
  withSetupErrors,
} from './options.ts';
import { passwordLinkLines } from './password-link.ts';

interface InitOptions extends DataOptions, PublicUrlOptions, OutputOptions {
  email: string;
  organization: string;
  name?: string;
}

/** `satrap control-plane init` */
export function addInitCommand(controlPlane: Command): void {
  const init = controlPlane.command('init').description('create the first administrator and organization');
  withJsonOption(
    withPublicUrlOption(withDataOption(init))
      .requiredOption('--email <address>', 'the administrator’s e-mail address')
      .requiredOption('--organization <name>', 'the organization’s name')
      .option('--name <name>', 'the administrator’s name'),
  ).action(initialise);
}

async function initialise(options: InitOptions): Promise<void> {
  const { initControlPlane } = await import('../../control-plane/init.ts');
  const result = await withSetupErrors(
    initControlPlane({ ...dataSettings(options), publicUrl: options.publicUrl }, options, errorLog()),
  );
  print(result, options, () => [
    `Created the organization ${options.organization} (${result.organizationId}) and its owner ${result.email}.`,
    '',
    `Personal API key:  ${result.personalKey}`,
    'It is shown only now. Next: satrap control-plane serve',
    '',
    ...passwordLinkLines(result.passwordLink),
  ]);
}
