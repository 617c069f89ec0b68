import { type Command, Option } from 'commander';
import { FolderInUse } from '../../control-plane/platform/database/data-folder.ts';
import { type OutputOptions, print, withJsonOption } from '../output.ts';
import type { CreatedKey, KeyRequest } from './create-key-through-api.ts';
import { type DataOptions, errorLog, onData, withDataOption } from './options.ts';

type CreateKeyOptions = DataOptions & OutputOptions & KeyRequest;

export function register(controlPlane: Command): void {
  const createKey = controlPlane.command('create-key').description('create an API key');
  withJsonOption(
    withDataOption(createKey)
      .addOption(
        new Option('--purpose <purpose>', 'executor: for an agent; personal: for your own scripts')
          .choices(['executor', 'personal'])
          .makeOptionMandatory(),
      )
      .option('--name <name>', 'name to recognise it by', 'made on the command line')
      .option('--organization <name>', 'which organization, where there are several'),
  ).action(createApiKey);
}

async function createApiKey(options: CreateKeyOptions): Promise<void> {
  const { createKey } = await import('../../control-plane/commands/create-key.ts');
  const created: CreatedKey = await onData(options, (settings) =>
    createKey(settings, options, errorLog()).catch((error: unknown) => {
      const hasKey = (process.env['SATRAP_API_KEY'] ?? '') !== '';
      if (!(error instanceof FolderInUse) || error.url === undefined || !hasKey) throw error;
      return createThroughApi(error.url, options);
    }),
  );
  // The key alone on standard output, so that it can go straight into a file.
  print(created, options, () => [created.key]);
  if (!options.json) console.error('The key is shown only now. Keep it in a file that only you can read.');
}

async function createThroughApi(url: string, request: KeyRequest): Promise<CreatedKey> {
  const { createKeyThroughApi } = await import('./create-key-through-api.ts');
  return createKeyThroughApi(url, request);
}
