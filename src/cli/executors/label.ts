import type { Command } from 'commander';
import { LabelExecutorDocument } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { type KeyValue, listOption, pairsOption } from '../options.ts';
import { print } from '../output.ts';
import { findExecutor } from './find-executor.ts';

export function register(executors: Command): void {
  defineApiCommand(
    executors,
    'label <host>',
    'set or remove labels',
    [
      pairsOption('--set <key=value>', 'set a label; may be repeated'),
      listOption('--unset <key>', 'remove a label; may be repeated'),
    ],
    async (api, { set, unset, ...options }, nameOrId) => {
      const changed = new Set([...unset, ...set.map(({ key }) => key)]);
      if (changed.size === 0) throw new CommandError('name a label: --set KEY=VALUE or --unset KEY', 2);
      const { id, labels } = await findExecutor(api, nameOrId);
      // The API replaces the whole list.
      const { updateExecutor } = await api.call(LabelExecutorDocument, {
        id,
        labels: [...labels.filter(({ key }) => !changed.has(key)), ...set],
      });
      const { name } = updateExecutor;
      print(updateExecutor, options, () => [`${name}: ${labelText(updateExecutor.labels) || 'no labels'}`]);
    },
  );
}

/** Formats labels as comma-separated `key=value`. */
export const labelText = (labels: readonly KeyValue[]): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join(',');
