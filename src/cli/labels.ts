import type { Command } from 'commander';
import { type Api, defineApiCommand } from './api.ts';
import { CommandError } from './command-error.ts';
import { forEachName } from './each-name.ts';
import { type KeyValue, labelChangesOption } from './options.ts';

interface Labelled {
  name: string;
  labels: readonly KeyValue[];
}

/** Adds `label` to hosts or nodes. `change` labels one of them, by name or id. */
export const defineLabelCommand = <Word extends string>(
  group: Command,
  names: Word,
  change: (api: Api, nameOrId: string, data: { setLabels: KeyValue[]; unsetLabels: string[] }) => Promise<Labelled>,
): Command =>
  defineApiCommand(group, `label <${names}...>`, 'set or remove labels', [labelChangesOption]).action(
    async (api, { label, ...options }, given: string[]) => {
      if (label.length === 0) throw new CommandError('name a label: --label KEY=VALUE or --label KEY-', 'usage');
      const data = {
        setLabels: label.flatMap(({ key, value }) => (value === null ? [] : [{ key, value }])),
        unsetLabels: label.flatMap(({ key, value }) => (value === null ? [key] : [])),
      };
      await forEachName(given, options, async (nameOrId) => {
        const result = await change(api, nameOrId, data);
        return { result, lines: [`${result.name}: ${labelText(result.labels) || 'no labels'}`] };
      });
    },
  );

/** Formats labels as comma-separated `key=value`. */
export const labelText = (labels: readonly KeyValue[]): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join(',');
