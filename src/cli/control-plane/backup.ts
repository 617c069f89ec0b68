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
    .description('write everything that the control plane knows into a file, also while it serves')
    .argument('<file>', 'the file to write, with mode 600; it must not exist yet')
    .option('--without-secrets', 'without the secret file, which must then be kept apart');
  withJsonOption(withDataOption(backup)).action(writeBackup);
}

async function writeBackup(file: string, options: BackupOptions): Promise<void> {
  const { createBackup } = await import('../../control-plane/commands/backup/create-backup.ts');
  const withSecrets = options.withoutSecrets !== true;
  const result = await onData(options, (settings) => createBackup(settings, { file, withSecrets }, errorLog()));
  print(result, options, () => [
    `Wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${file}.`,
    withSecrets
      ? 'It holds the secret file: whoever can read it can act as this control plane.'
      : 'It holds no secret file: keep that one apart, because nothing can be restored without it.',
  ]);
}
