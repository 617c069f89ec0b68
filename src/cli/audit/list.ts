import type { Command } from 'commander';
import { auditColumns } from '../../contract/exports.ts';
import type { ListAuditActionsQuery } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { defineApiCommand } from '../api.ts';
import { printExport } from '../export.ts';
import { printList } from '../lists.ts';
import {
  choiceOption,
  lastOption,
  type OptionValues,
  option,
  searchOption,
  sinceOption,
  untilOption,
} from '../options.ts';
import { when } from '../output.ts';

export type Action = NonNullable<ListAuditActionsQuery['auditActions']>['nodes'][number];

const filterOptions = [
  searchOption,
  option('--action <name>', 'filter by mutation or command, such as updateNode'),
  option('--target <name>', 'filter by the target’s name at that time'),
  option('--user <id>', 'filter by user id'),
  option('--key <id>', 'filter by API key id'),
  choiceOption('--outcome <outcome>', 'filter by outcome', ['succeeded', 'refused']),
  sinceOption,
  untilOption,
] as const;

const filterOf = (options: OptionValues<typeof filterOptions>) => {
  const { search, action, target, user, key, outcome, since: from, until: to } = options;
  const of = { action, targetName: target, userId: user, apiKeyId: key, outcome: outcome && [outcome] };
  return { search, ...of, from, to };
};

export function register(audit: Command): void {
  defineApiCommand(audit, 'list', 'show who did what, newest last', [
    ...filterOptions,
    lastOption('entries', 50),
  ]).action(async (api, { last, ...options }) => {
    const filter = { ...filterOf(options), take: last };
    await printList(api, options, {
      fetch: async () => (await api.call('ListAuditActions', { filter })).auditActions.nodes.toReversed(),
      hint: 'no matching actions',
      lines: (actions) => actions.flatMap(actionLines),
    });
  });
  defineApiCommand(audit, 'export', 'write all actions that match as a file, newest first', [...filterOptions]).action(
    async (api, options) => {
      const filter = filterOf(options);
      await printExport(options, auditColumns, async (page) => {
        const { auditActions } = await api.call('ListAuditActions', { filter: { ...filter, ...page } });
        return auditActions;
      });
    },
  );
}

export function actionLines(done: Action): string[] {
  const { at, actor, action, target, errorCode, unrecorded, address, before, after } = done;
  const type = target?.type === 'executor' ? 'host' : target?.type;
  const what = target === null ? '' : ` ${type} ${printable(target.name ?? target.id)}`;
  const more = unrecorded === 0 ? '' : ` (and ${counted(unrecorded, 'time')} before it)`;
  const outcome = errorCode === null ? '' : `  refused: ${errorCode}${more}`;
  const from = address === null ? '' : ` from ${address}`;
  return [
    `${when(at)}  ${printable(actor.name)}${from}  ${action}${what}${outcome}`,
    ...changeLines(valuesOf(before), valuesOf(after)),
  ];
}

function changeLines(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const show = (value: unknown) => (value === undefined ? '(nothing)' : printable(JSON.stringify(value)));
  return keys.map((key) => `  ${printable(key)}: ${show(before[key])} → ${show(after[key])}`);
}

const valuesOf = (side: unknown): Record<string, unknown> =>
  typeof side === 'object' && side !== null ? (side as Record<string, unknown>) : {};
