import type { Command } from 'commander';
import type { ListAuditActionsQuery } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { defineApiCommand } from '../api.ts';
import { printList } from '../lists.ts';
import { choiceOption, lastOption, option, sinceOption, untilOption } from '../options.ts';
import { when } from '../output.ts';

export type Action = NonNullable<ListAuditActionsQuery['auditActions']>['nodes'][number];

export function register(audit: Command): void {
  defineApiCommand(audit, 'list', 'show who did what, newest last', [
    option('--action <name>', 'filter by mutation or command, such as updateNode'),
    option('--target <name>', 'filter by the target’s name at that time'),
    option('--user <id>', 'filter by user id'),
    option('--key <id>', 'filter by API key id'),
    choiceOption('--outcome <outcome>', 'filter by outcome', ['succeeded', 'refused']),
    sinceOption,
    untilOption,
    lastOption('entries', 50),
  ]).action(async (api, { action, target, user, key, outcome, since, until, last, ...options }) => {
    const filter = {
      ...{ action, targetName: target, userId: user, apiKeyId: key, outcome: outcome && [outcome] },
      ...{ from: since, to: until, take: last },
    };
    await printList(api, options, {
      fetch: async () => (await api.call('ListAuditActions', { filter })).auditActions.nodes.toReversed(),
      hint: 'no matching actions',
      lines: (actions) => actions.flatMap(actionLines),
    });
  });
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
