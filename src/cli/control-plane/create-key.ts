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
        new Option('--purpose <purpose>', 'executor: for an agent; personal: for your scripts')
          .choices(['executor', 'personal'])
          .makeOptionMandatory(),
      )
      .option('--name <name>', 'name of the key', 'created on the command line')
      .option('--organization <name>', 'organization, if there are several'),
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
  // Only the key goes to standard output, so that you can redirect it into a file.
  print(created, options, () => [created.key]);
  if (!options.json) console.error('The key is shown only once. Store it in a file that only you can read.');
}

async function createThroughApi(url: string, request: KeyRequest): Promise<CreatedKey> {
  const { createKeyThroughApi } = await import('./create-key-through-api.ts');
  return createKeyThroughApi(url, request);
}
