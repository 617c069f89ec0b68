import { type Command, Option } from 'commander';
import { maxPageSize } from '../../contract/limits.ts';
import { ListAuditActionsDocument, type ListAuditActionsQuery } from '../../contract/operations.generated.ts';
import type { AuditOutcome } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { requirePersonalKey } from '../personal-key.ts';

export type Action = NonNullable<ListAuditActionsQuery['auditActions']>['nodes'][number];

interface ListOptions extends ApiOptions {
  action?: string;
  target?: string;
  user?: string;
  key?: string;
  outcome?: AuditOutcome;
  since?: string;
  until?: string;
  last: number;
}

export function register(audit: Command): void {
  apiCommand(audit, 'list', 'show who did what, newest last')
    .option('--action <name>', 'filter by mutation or command, such as updateNode')
    .option('--target <name>', 'filter by the target’s name at that time')
    .option('--user <id>', 'filter by user id')
    .option('--key <id>', 'filter by API key id')
    .addOption(new Option('--outcome <outcome>', 'filter by outcome').choices(['succeeded', 'refused']))
    .option('--since <instant>', 'start time, such as 2026-01-31T12:00:00Z')
    .option('--until <instant>', 'end time')
    .option('--last <count>', `number of entries, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), 50)
    .action(list);
}

async function list(options: ListOptions): Promise<void> {
  const api = new Api(options);
  const { action, target, user, key, outcome, since, until, last } = options;
  const { auditActions } = await api.call(ListAuditActionsDocument, {
    filter: {
      ...{ action: action ?? null, targetName: target ?? null, userId: user ?? null, apiKeyId: key ?? null },
      ...{ outcome: outcome ?? null, since: since ?? null, until: until ?? null, take: last },
    },
  });
  const nodes = auditActions.nodes.toReversed();
  if (nodes.length === 0) await requirePersonalKey(api);
  print(nodes, options, () => (nodes.length === 0 ? ['no matching actions'] : nodes.flatMap(actionLines)));
}

/** Formats an action: who did what, and what changed. */
export function actionLines(done: Action): string[] {
  const { at, actor, action, target, errorCode, unrecorded, address, before, after } = done;
  const what = target === null ? '' : ` ${target.type} ${printable(target.name ?? target.id)}`;
  const more = unrecorded === 0 ? '' : ` (and ${counted(unrecorded, 'time')} before it)`;
  const outcome = errorCode === null ? '' : `  refused: ${errorCode}${more}`;
  const from = address === null ? '' : ` from ${address}`;
  return [
    `${at}  ${printable(actor.name)}${from}  ${action}${what}${outcome}`,
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
