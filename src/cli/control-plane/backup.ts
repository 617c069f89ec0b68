import type { Command } from 'commander';
import { counted } from '../../text/counted.ts';
import { defineCommand, describeArguments } from '../define-command.ts';
import { option } from '../options.ts';
import { jsonOption, print } from '../output.ts';
import { nextStep } from './init.ts';
import { dataOption, onData } from './options.ts';

/** `satrap control-plane backup` and `restore` */
export function register(controlPlane: Command): void {
  const backup = defineCommand(
    controlPlane,
    'backup <file>',
    'back up the control plane into a file; works while it serves',
    [
      option('--without-secrets', 'leave out the secret file, which you must then store separately'),
      dataOption,
      jsonOption,
    ],
    async ({ withoutSecrets = false, ...options }, file) => {
      const { createBackup } = await import('../../control-plane/commands/backup/create-backup.ts');
      const withSecrets = !withoutSecrets;
      const result = await onData(options, (settings, log) => createBackup(settings, { file, withSecrets }, log));
      print(result, options, () => [
        `Wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${file}.`,
        withSecrets
          ? 'It holds the secret file: anyone who can read it can act as this control plane.'
          : 'It holds no secret file. Store that file separately: you cannot restore the backup without it.',
      ]);
    },
  );
  describeArguments(backup, { file: 'file to create, with mode 600' });
  const restore = defineCommand(
    controlPlane,
    'restore <file>',
    'restore a backup into an empty database: a new folder, or the one of DATABASE_URL',
    [
      dataOption,
      jsonOption,
      option('--undo-migration', 'replace a database that a later release migrated; leave any other unchanged'),
    ],
    async (options, file) => {
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
    },
  );
  describeArguments(restore, { file: 'file from “satrap control-plane backup”' });
}
