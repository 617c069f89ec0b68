import { join } from 'node:path';
import type { Command } from 'commander';
import type { PasswordResetLink } from '../../contract/types.generated.ts';
import type { InitResult } from '../../control-plane/commands/init.ts';
import { FolderInUse } from '../../control-plane/platform/database/data-folder.ts';
import { counted } from '../../text/counted.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, describeArguments, jsonOption, option, requiredOption, wholeNumber } from '../options.ts';
import { print, when } from '../output.ts';
import { dataOption, onData, publicUrlOption } from './options.ts';

/** The next step after the database exists. */
const nextStep =
  'Next, on a host with systemd: satrap control-plane install. Without a service: satrap control-plane serve';

/** The commands that use the data without a server. */
export function register(controlPlane: Command): void {
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
  const saved = 'back up the control plane into a file; works while it serves';
  const backup = defineCommand(controlPlane, 'backup <file>', saved, [
    option('--without-secrets', 'leave out the secret file, which you must then store separately'),
    dataOption,
    jsonOption,
  ]).action(async ({ withoutSecrets = false, ...options }, file) => {
    const { createBackup } = await import('../../control-plane/commands/backup/create-backup.ts');
    const withSecrets = !withoutSecrets;
    const result = await onData(options, (settings, log) => createBackup(settings, { file, withSecrets }, log));
    print(result, options, () => [
      `Wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${file}.`,
      withSecrets
        ? 'It holds the secret file: anyone who can read it can act as this control plane.'
        : 'It holds no secret file. Store that file separately: you cannot restore the backup without it.',
    ]);
  });
  describeArguments(backup, { file: 'file to create, with mode 600' });
  const rotated = 'back up into a folder, and delete all but the last backups there; for a daily timer';
  defineCommand(controlPlane, 'scheduled-backup', rotated, [
    option('--folder <directory>', 'folder of the backups (default: backups in the data folder)'),
    option('--keep <count>', 'how many backups to keep', wholeNumber(1, 10_000), 7).env('SATRAP_KEEP_BACKUPS'),
    dataOption,
    jsonOption,
  ]).action(async ({ keep, ...options }) => {
    const { createScheduledBackup } = await import('../../control-plane/commands/backup/scheduled-backup.ts');
    const result = await onData(options, (settings, log) => {
      const folder = options.folder ?? join(settings.dataDir, 'backups');
      return createScheduledBackup(settings, { folder, keep, now: new Date() }, log);
    });
    print(result, options, () => [
      `Wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${result.file}.`,
      ...(result.deleted.length === 0 ? [] : [`Deleted ${result.deleted.join(', ')}.`]),
    ]);
  });
  const restoring = 'restore a backup into an empty database: a new folder, or the one of DATABASE_URL';
  const restore = defineCommand(controlPlane, 'restore <file>', restoring, [
    dataOption,
    jsonOption,
    option('--undo-migration', 'replace a database that a later release migrated; leave any other unchanged'),
  ]).action(async (options, file) => {
    const { restoreBackup, undoMigration } = await import('../../control-plane/commands/backup/restore-backup.ts');
    const restored = options.undoMigration ? undoMigration : restoreBackup;
    const result = await onData(options, (settings, log) => restored(settings, file, log));
    print(result, options, () =>
      result === null
        ? ['No later release has migrated this database, so it is unchanged.']
        : [
            `Restored ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')}, as of ${result.createdAt}.`,
            nextStep,
          ],
    );
  });
  describeArguments(restore, { file: 'file from “satrap control-plane backup”' });
  const exported = 'deactivate an organization, and write it into a file for another control plane';
  const exporting = defineCommand(controlPlane, 'export <organization> <file>', exported, [
    dataOption,
    jsonOption,
  ]).action(async (options, organization, file) => {
    const { exportOrganization } = await import('../../control-plane/commands/backup/export-organization.ts');
    const result = await onData(options, (settings, log) => exportOrganization(settings, { organization, file }, log));
    print(result, options, () => [
      `Deactivated ${result.name}, and wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${file}. Its nodes keep running.`,
      'The file holds the organization’s secrets.',
      `Next, on the other control plane: satrap control-plane import FILE --owner EMAIL. To stay here instead: satrap organizations activate ${result.organizationId}`,
    ]);
  });
  describeArguments(exporting, { organization: 'name or id', file: 'file to create, with mode 600' });
  const imported = 'add an exported organization to this control plane; works while it serves';
  const importing = defineCommand(controlPlane, 'import <file>', imported, [
    requiredOption('--owner <address>', 'email address of the account here that becomes its owner'),
    dataOption,
    jsonOption,
  ]).action(async (options, file) => {
    const { importOrganization } = await import('../../control-plane/commands/backup/import-organization.ts');
    const input = { file, owner: options.owner };
    const result = await onData(options, (settings, log) => importOrganization(settings, input, log));
    print(result, options, () => [
      `Imported ${result.name} (${result.organizationId}): ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')}, as of ${result.createdAt}.`,
      ...(result.members.length === 0 ? [] : ['Invite its members:']),
      ...result.members.map(({ email, role }) => `  satrap invitations create ${email} --role ${role}`),
      'Next, on each of its hosts: satrap agent install --url URL',
    ]);
  });
  describeArguments(importing, { file: 'file from “satrap control-plane export”' });
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

const passwordLinkLines = ({ token, link, expiresAt }: PasswordResetLink): string[] => [
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
