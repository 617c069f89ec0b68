import type { Command } from 'commander';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import { nextStep } from './next-step.ts';
import {
  type DataOptions,
  errorLog,
  onData,
  type PublicUrlOptions,
  withDataOption,
  withPublicUrlOption,
} from './options.ts';
import { passwordLinkLines } from './password-link.ts';

interface InitOptions extends DataOptions, PublicUrlOptions, OutputOptions {
  email: string;
  organization: string;
  name?: string;
  recover?: boolean;
}

export function register(controlPlane: Command): void {
  const init = controlPlane.command('init').description('create the first administrator and organization');
  withJsonOption(
    withPublicUrlOption(withDataOption(init))
      .requiredOption('--email <address>', 'the administrator’s e-mail address')
      .requiredOption('--organization <name>', 'the organization’s name')
      .option('--name <name>', 'the administrator’s name')
      .option('--recover', 'replace a lost control plane: create a token for its hosts to join and offer their nodes'),
  ).action(initialise);
}

async function initialise(options: InitOptions): Promise<void> {
  const { initControlPlane } = await import('../../control-plane/commands/init.ts');
  const result = await onData(options, (settings) => initControlPlane(settings, options, errorLog()));
  print(result, options, () => [
    `Created the organization ${options.organization} (${result.organizationId}) and its owner ${result.email}.`,
    '',
    `Personal API key:  ${result.personalKey}`,
    'It is shown only once.',
    nextStep,
    '',
    ...passwordLinkLines(result.passwordLink),
    ...(result.recoveryToken === null ? [] : ['', ...recoveryLines(result.recoveryToken)]),
  ]);
}

const recoveryLines = (token: string): string[] => [
  `Recovery token:  ${token}`,
  'It works for any number of hosts for 24 hours, and is shown only once. Write it to a file on each host of the lost control plane, and run there:',
  '  satrap agent install --url URL --token-file FILE',
  'Then review and recover their nodes: satrap hosts recover --all',
];
