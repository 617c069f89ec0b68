import type { Command } from 'commander';
import { counted } from '../../text/counted.ts';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import { type DataOptions, errorLog, onData, withDataOption } from './options.ts';

interface BackupOptions extends DataOptions, OutputOptions {
  withoutSecrets?: boolean;
}

export function register(controlPlane: Command): void {
  const backup = controlPlane
    .command('backup')
    .description('back up the control plane into a file; works while it serves')
    .argument('<file>', 'file to create, with mode 600')
    .option('--without-secrets', 'leave out the secret file, which you must then store separately');
  withJsonOption(withDataOption(backup)).action(writeBackup);
}

async function writeBackup(file: string, options: BackupOptions): Promise<void> {
  const { createBackup } = await import('../../control-plane/commands/backup/create-backup.ts');
  const withSecrets = options.withoutSecrets !== true;
  const result = await onData(options, (settings) => createBackup(settings, { file, withSecrets }, errorLog()));
  print(result, options, () => [
    `Wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${file}.`,
    withSecrets
      ? 'It holds the secret file: anyone who can read it can act as this control plane.'
      : 'It holds no secret file. Store that file separately: you cannot restore the backup without it.',
  ]);
}
