import { join } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../../text/counted.ts';
import { defineCommand, describeArguments, jsonOption, option, wholeNumber } from '../options.ts';
import { print } from '../output.ts';
import { nextStep } from './next-step.ts';
import { dataOption, onData } from './options.ts';

/** The commands that back up a control plane and restore it. */
export function registerBackupCommands(controlPlane: Command): void {
  registerBackup(controlPlane);
  registerScheduledBackup(controlPlane);
  registerRestore(controlPlane);
}

function registerBackup(controlPlane: Command): void {
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
}

function registerScheduledBackup(controlPlane: Command): void {
  const rotated = 'back up into a folder, and delete all but the last backups there; for a daily timer';
  defineCommand(controlPlane, 'scheduled-backup', rotated, [
    option('--folder <directory>', 'folder of the backups (default: backups in the data folder)'),
    option('--keep <count>', 'how many backups to keep', wholeNumber(1, 10_000), 7).env('SATRAP_KEEP_BACKUPS'),
    option('--disable', 'take no backup: turn daily backups off, and resolve the incident backup_overdue'),
    dataOption,
    jsonOption,
  ]).action(async ({ keep, disable = false, ...options }) => {
    if (disable) {
      const { disableScheduledBackups } = await import('./disable-backups.ts');
      return disableScheduledBackups(options);
    }
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
}

function registerRestore(controlPlane: Command): void {
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
}
