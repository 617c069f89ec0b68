import type { Command } from 'commander';
import { counted } from '../../text/counted.ts';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import { type DataOptions, dataSettings, errorLog, withDataOption, withSetupErrors } from './options.ts';

type RestoreOptions = DataOptions & OutputOptions;

/** `satrap control-plane restore` */
export function addRestoreCommand(controlPlane: Command): void {
  const restore = controlPlane
    .command('restore')
    .description('restore a backup into an empty database: a new folder, or that of DATABASE_URL')
    .argument('<file>', 'what “satrap control-plane backup” wrote');
  withJsonOption(withDataOption(restore)).action(readBackup);
}

async function readBackup(file: string, options: RestoreOptions): Promise<void> {
  const { restoreBackup } = await import('../../control-plane/backup/restore-backup.ts');
  const result = await withSetupErrors(restoreBackup(dataSettings(options), file, errorLog()));
  print(result, options, () => [
    `Restored ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')}, as of ${result.createdAt}.`,
    'Next: satrap control-plane serve',
  ]);
}
