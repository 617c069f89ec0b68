import type { Command } from 'commander';
import { counted } from '../../text/counted.ts';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import { nextStep } from './next-step.ts';
import { type DataOptions, errorLog, onData, withDataOption } from './options.ts';

type RestoreOptions = DataOptions & OutputOptions & { undoMigration?: boolean };

export function register(controlPlane: Command): void {
  const restore = controlPlane
    .command('restore')
    .description('restore a backup into an empty database: a new folder, or the one of DATABASE_URL')
    .argument('<file>', 'file from “satrap control-plane backup”');
  withJsonOption(withDataOption(restore))
    .option('--undo-migration', 'replace a database that a later release migrated; leave any other unchanged')
    .action(readBackup);
}

async function readBackup(file: string, options: RestoreOptions): Promise<void> {
  const { restoreBackup, undoMigration } = await import('../../control-plane/commands/backup/restore-backup.ts');
  const restore = options.undoMigration ? undoMigration : restoreBackup;
  const result = await onData(options, (settings) => restore(settings, file, errorLog()));
  print(result, options, () =>
    result === null
      ? ['No later release has migrated this database, so it is unchanged.']
      : [
          `Restored ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')}, as of ${result.createdAt}.`,
          nextStep,
        ],
  );
}
