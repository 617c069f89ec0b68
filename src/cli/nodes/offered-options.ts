import type { Command } from 'commander';
import { clients, defaultClient } from '../../bitcoin/clients/registry.ts';
import { tableNotes } from '../../contract/lifecycle-words.ts';
import type { GetNodeOptionsQuery } from '../../contract/operations.generated.ts';
import { defineApiCommand, findExecutor, notFound } from '../api.ts';
import { choiceOption, describeArguments, hostOption, option } from '../options.ts';
import { type Line, print, table } from '../output.ts';

export const clientOption = choiceOption('--client <client>', `client (default: ${defaultClient})`, clients);

export const clientVersionOption = option(
  '--client-version <version>',
  'client version (default for a new node: the newest maintained one)',
);

export function register(nodes: Command): void {
  const group = nodes.command('options').description('show what a new node can have: list');
  const listed = 'list available networks, versions and bitcoin.conf options';
  const offered = defineApiCommand(group, 'list [text]', listed, [
    hostOption,
    clientOption,
    clientVersionOption,
  ]).action(async (api, { host, client, clientVersion, ...options }, search) => {
    const { nodeOptions } = await api.call('GetNodeOptions', {
      where: host === undefined ? null : { id: (await findExecutor(api, host)).id },
      client,
      clientVersion,
      search,
    });
    if (nodeOptions === null) return notFound(api, 'the host was deleted');
    print(nodeOptions, options, () => optionLines(nodeOptions));
  });
  describeArguments(offered, { text: 'filter options by key or help text' });
}

type OfferedOptions = NonNullable<GetNodeOptionsQuery['nodeOptions']>;

function optionLines(offered: OfferedOptions): Line[] {
  const { networks, nodeTypes, clients, catalogVersion, catalogNote, configOptions } = offered;
  return [
    ...(catalogNote === null ? [] : [catalogNote]),
    `networks: ${networks.join(', ') || 'none'}`,
    `node types: ${nodeTypes.join(', ') || 'none'}`,
    `versions: ${clients.map(({ version }) => version).join(', ') || 'none'}`,
    '',
    ...table(clients, {
      version: ({ client, version }) => `${client} ${version}`,
      state: ({ lifecycle, note }) => [lifecycle.summary, note].filter(Boolean).join('; '),
    }),
    ...tableNotes(clients.map(({ lifecycle }) => lifecycle)),
    '',
    ...table(configOptions, {
      option: 'key',
      type: ({ type, repeatable }) => (repeatable ? `${type}, several` : type),
      range: rangeText,
      default: 'default',
      [`in ${catalogVersion}`]: ({ platformReason, help }) =>
        platformReason === null ? help : `managed by the platform: ${platformReason}`,
    }),
  ];
}

function rangeText({ min, max, unit, choices }: OfferedOptions['configOptions'][number]): string {
  if (choices.length > 0) return choices.length > 6 ? `${choices.slice(0, 6).join(' ')} …` : choices.join(' ');
  if (min === null && max === null) return unit ?? '-';
  const bounds = max === null ? `from ${min}` : `${min} to ${max}`;
  return unit === null ? bounds : `${bounds} ${unit}`;
}
