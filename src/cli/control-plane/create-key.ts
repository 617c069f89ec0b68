import type { Command } from 'commander';
import { FolderInUse } from '../../control-plane/platform/database/data-folder.ts';
import { defineCommand } from '../define-command.ts';
import { option, requiredOption } from '../options.ts';
import { jsonOption, print } from '../output.ts';
import type { CreatedKey } from './create-key-through-api.ts';
import { dataOption, onData } from './options.ts';

export function register(controlPlane: Command): void {
  defineCommand(
    controlPlane,
    'create-key',
    'create an API key',
    [
      dataOption,
      requiredOption('--purpose <purpose>', 'executor: for an agent; personal: for your scripts', [
        'executor',
        'personal',
      ]),
      option('--name <name>', 'name of the key', String, 'created on the command line'),
      option('--organization <name>', 'organization, if there are several'),
      jsonOption,
    ],
    async (options) => {
      const { createKey } = await import('../../control-plane/commands/create-key.ts');
      const created: CreatedKey = await onData(options, (settings, log) =>
        createKey(settings, options, log).catch(async (error: unknown) => {
          const hasKey = (process.env['SATRAP_API_KEY'] ?? '') !== '';
          if (!(error instanceof FolderInUse) || error.url === undefined || !hasKey) throw error;
          const { createKeyThroughApi } = await import('./create-key-through-api.ts');
          return createKeyThroughApi(error.url, options);
        }),
      );
      // Only the key goes to standard output, so that you can redirect it into a file.
      print(created, options, () => [created.key]);
      if (!options.json) console.error('The key is shown only once. Store it in a file that only you can read.');
    },
  );
}
