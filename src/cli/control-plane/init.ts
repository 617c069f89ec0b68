import type { Command } from 'commander';
import type { PasswordResetLink } from '../../contract/types.generated.ts';
import { defineCommand } from '../define-command.ts';
import { option, requiredOption } from '../options.ts';
import { jsonOption, print } from '../output.ts';
import { dataOption, onData, publicUrlOption } from './options.ts';

/** The next step after the database exists. */
export const nextStep =
  'Next, on a host with systemd: satrap control-plane install. Without a service: satrap control-plane serve';

export function register(controlPlane: Command): void {
  defineCommand(
    controlPlane,
    'init',
    'create the first administrator and organization',
    [
      dataOption,
      publicUrlOption,
      requiredOption('--email <address>', 'the administrator’s e-mail address'),
      requiredOption('--organization <name>', 'the organization’s name'),
      option('--name <name>', 'the administrator’s name'),
      option('--recover', 'replace a lost control plane: create a token for its hosts to join and offer their nodes'),
      jsonOption,
    ],
    async (options) => {
      const { initControlPlane } = await import('../../control-plane/commands/init.ts');
      const result = await onData(options, (settings, log) => initControlPlane(settings, options, log));
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
    },
  );
}

/** Instructions for setting a password. */
export const passwordLinkLines = ({ token, link, expiresAt }: PasswordResetLink): string[] => [
  ...(link === null
    ? [`Password secret:  ${token}`, 'Set the password with it: satrap set-password']
    : [`Set the password at:  ${link}`, 'Or run satrap set-password with the part after token=']),
  `It works once, until ${expiresAt}, and is shown only once.`,
];

const recoveryLines = (token: string): string[] => [
  `Recovery token:  ${token}`,
  'It works for any number of hosts for 24 hours, and is shown only once. Write it to a file on each host of the lost control plane, and run there:',
  '  satrap agent install --url URL --token-file FILE',
  'Then review and recover their nodes: satrap hosts recover --all',
];
