import type { Command } from 'commander';
import { LabelExecutorDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { collect, collectKeyValue, type KeyValue } from '../parse.ts';
import { findExecutor } from './find-executor.ts';

interface LabelOptions extends ApiOptions {
  set: KeyValue[];
  unset: string[];
}

export function register(executors: Command): void {
  apiCommand(executors, 'label <host>', 'set or remove labels')
    .option('--set <key=value>', 'set a label; may be repeated', collectKeyValue, [])
    .option('--unset <key>', 'remove a label; may be repeated', collect, [])
    .action(label);
}

async function label(nameOrId: string, options: LabelOptions): Promise<void> {
  if (options.set.length === 0 && options.unset.length === 0)
    throw new CommandError('name a label: --set KEY=VALUE or --unset KEY', 2);
  const api = new Api(options);
  const executor = await findExecutor(api, nameOrId);
  const { updateExecutor } = await api.call(LabelExecutorDocument, {
    id: executor.id,
    labels: changedLabels(executor.labels, options),
  });
  print(updateExecutor, options, () => [`${updateExecutor.name}: ${labelText(updateExecutor.labels) || 'no labels'}`]);
}

/** Returns all labels after the change, because the API replaces the whole list. */
function changedLabels(current: readonly KeyValue[], { set, unset }: Pick<LabelOptions, 'set' | 'unset'>): KeyValue[] {
  const changed = new Set([...unset, ...set.map(({ key }) => key)]);
  return [...current.filter(({ key }) => !changed.has(key)), ...set];
}

/** Formats labels as comma-separated `key=value`. */
export const labelText = (labels: readonly KeyValue[]): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join(',');
