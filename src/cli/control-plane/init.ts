import type { Command } from 'commander';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import { type DataOptions, dataSettings, errorLog, withDataOption, withSetupErrors } from './options.ts';

interface InitOptions extends DataOptions, OutputOptions {
  email: string;
  organization: string;
  name?: string;
}

/** `satrap control-plane init` */
export function addInitCommand(controlPlane: Command): void {
  const init = controlPlane.command('init').description('create the first administrator and organization');
  withJsonOption(
    withDataOption(init)
      .requiredOption('--email <address>', 'the administrator’s e-mail address')
      .requiredOption('--organization <name>', 'the organization’s name')
      .option('--name <name>', 'the administrator’s name'),
  ).action(initialise);
}

async function initialise(options: InitOptions): Promise<void> {
  const { initControlPlane } = await import('../../control-plane/init.ts');
  const result = await withSetupErrors(initControlPlane(dataSettings(options), options, errorLog()));
  print(result, options, () => [
    `Created the organization ${options.organization} (${result.organizationId}) and its owner ${result.email}.`,
    '',
    `Password:          ${result.password}`,
    `Personal API key:  ${result.personalKey}`,
    '',
    'Both are shown only now. Next: satrap control-plane serve',
  ]);
}
