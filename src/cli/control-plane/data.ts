import type { Command } from 'commander';
import type { CreatePasswordResetLinkPayload } from '../../contract/types.generated.ts';
import type { InitResult } from '../../control-plane/commands/init.ts';
import { FolderInUse } from '../../control-plane/platform/database/data-folder.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, describeArguments, jsonOption, option, requiredOption } from '../options.ts';
import { print, when } from '../output.ts';
import { registerBackupCommands } from './backups.ts';
import { nextStep } from './next-step.ts';
import { dataOption, onData, publicUrlOption } from './options.ts';
import { registerTransferCommands } from './transfers.ts';

/** The commands that use the data without a server. */
export function register(controlPlane: Command): void {
  registerInit(controlPlane);
  registerCreateKey(controlPlane);
  registerResetPassword(controlPlane);
  registerBackupCommands(controlPlane);
  registerTransferCommands(controlPlane);
}

function registerInit(controlPlane: Command): void {
  defineCommand(controlPlane, 'init', 'create the first administrator and organization', [
    dataOption,
    publicUrlOption,
    requiredOption('--email <address>', 'the administrator’s email address'),
    requiredOption('--organization <name>', 'the organization’s name'),
    option('--name <name>', 'the administrator’s name'),
    option('--recover', 'replace a lost control plane: create a token for its hosts to join and offer their nodes'),
    jsonOption,
  ]).action(async (options) => {
    const { initControlPlane } = await import('../../control-plane/commands/init.ts');
    const result = await onData(options, (settings, log) => initControlPlane(settings, options, log));
    print(result, options, () => [
      `Created the organization ${options.organization} (${result.organizationId}) and its owner ${result.email}.`,
      '',
      ...ownerLines(result, nextStep),
      ...(result.recoveryToken === null ? [] : ['', ...recoveryLines(result.recoveryToken)]),
    ]);
  });
}

function registerCreateKey(controlPlane: Command): void {
  defineCommand(controlPlane, 'create-key', 'create an API key', [
    dataOption,
    requiredOption('--purpose <purpose>', 'executor: for an agent; personal: for your scripts', [
      'executor',
      'personal',
    ]),
    option('--name <name>', 'name of the key', String, 'created on the command line'),
    option('--organization <name>', 'organization, if there are several'),
    jsonOption,
  ]).action(async (options) => {
    const { createKey } = await import('../../control-plane/commands/create-key.ts');
    const created = await onData(options, (settings, log) =>
      createKey(settings, options, log).catch(async (error: unknown) => {
        const hasKey = (process.env['SATRAP_API_KEY'] ?? '') !== '';
        if (!(error instanceof FolderInUse) || error.url === undefined || !hasKey) throw error;
        return createKeyThroughApi(error.url, options);
      }),
    );
    // Only the key goes to standard output, so that you can redirect it into a file.
    print(created, options, () => [created.key]);
    if (!options.json) console.error('The key is shown only once. Store it in a file that only you can read.');
  });
}

function registerResetPassword(controlPlane: Command): void {
  const linked = 'create a link for a person to set a new password';
  const reset = defineCommand(controlPlane, 'reset-password <email>', linked, [
    dataOption,
    publicUrlOption,
    jsonOption,
    option('--remove-second-factor', 'also remove the person’s authenticator app'),
  ]).action(async ({ removeSecondFactor: removesSecondFactor = false, ...options }, email) => {
    const { resetPassword } = await import('../../control-plane/commands/reset-password.ts');
    const input = { email, removesSecondFactor };
    const link = await onData(options, (settings, log) => resetPassword(settings, input, log));
    print(link, options, () => passwordLinkLines(link));
  });
  describeArguments(reset, { email: 'email address of the person' });
}

/** Creates a key through a running control plane, with the key in SATRAP_API_KEY. Throws CommandError. */
async function createKeyThroughApi(
  url: string,
  { purpose, name, organization }: { purpose: 'executor' | 'personal'; name: string; organization: string | undefined },
) {
  const { Api } = await import('../api.ts');
  const api = new Api({ url });
  if (organization !== undefined) {
    // The API creates keys only for the caller's organization.
    const own = (await api.call('GetViewer', {})).viewer?.organization;
    if (organization !== own?.name && organization !== own?.id)
      throw new CommandError(
        `the key in SATRAP_API_KEY belongs to ${own?.name ?? 'another organization'}, not to ${organization}; use a key of ${organization}`,
      );
  }
  const { createApiKey } = await api.call('CreateApiKey', { data: { purpose, name } });
  return { id: createApiKey.apiKey.id, key: createApiKey.secret };
}

const passwordLinkLines = ({ token, link, expiresAt }: CreatePasswordResetLinkPayload): string[] => [
  ...(link === null
    ? [`Password secret:  ${token}`, 'Set the password with it: satrap set-password']
    : [`Set the password at:  ${link}`, 'Or run satrap set-password with the part after token=']),
  `It works once, expires ${when(expiresAt)}, and is shown only once.`,
];

/** The first owner's credentials. */
export const ownerLines = ({ personalKey, passwordLink }: InitResult, ...next: string[]): string[] => [
  `Personal API key:  ${personalKey}`,
  'It is shown only once.',
  ...next,
  '',
  ...passwordLinkLines(passwordLink),
];

const recoveryLines = (token: string): string[] => [
  `Recovery token:  ${token}`,
  'It works for any number of hosts for 24 hours, and is shown only once. Write it to a file on each host of the lost control plane, and run there:',
  '  satrap agent install --url URL --token-file FILE',
  'Then review and recover their nodes: satrap hosts recover --all',
];
