import type { Command } from 'commander';
import { GetNodeOptionsDocument, type GetNodeOptionsQuery } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { describeArguments } from '../define-command.ts';
import { findExecutor } from '../executors/find-executor.ts';
import { option } from '../options.ts';
import { print, tableLines } from '../output.ts';
import { notFound } from '../personal-key.ts';
import { clientOption } from './node-options.ts';

export function register(nodes: Command): void {
  const command = defineApiCommand(
    nodes,
    'options [text]',
    'list available networks, versions and bitcoin.conf options',
    [
      option('--executor <name>', 'only what this host offers (default: any host)'),
      clientOption,
      option('--version <version>', 'client version (default: the newest offered)'),
    ],
    async (api, { executor, client, version, ...options }, search) => {
      const { nodeOptions } = await api.call(GetNodeOptionsDocument, {
        executorId: executor === undefined ? null : (await findExecutor(api, executor)).id,
        ...{ client, clientVersion: version, search },
      });
      if (nodeOptions === null) return notFound(api, 'the host was deleted');
      print(nodeOptions, options, () => optionLines(nodeOptions));
    },
  );
  describeArguments(command, { text: 'filter options by key or help text' });
}

type NodeOptions = NonNullable<GetNodeOptionsQuery['nodeOptions']>;

function optionLines(offered: NodeOptions): string[] {
  const { networks, nodeTypes, clients, catalogueVersion, catalogueNote, configOptions } = offered;
  return [
    ...(catalogueNote === null ? [] : [catalogueNote]),
    `networks: ${networks.join(', ') || 'none'}`,
    `node types: ${nodeTypes.join(', ') || 'none'}`,
    `versions: ${clients.map(({ version }) => version).join(', ') || 'none'}`,
    '',
    ...tableLines(
      ['version', 'state'],
      clients.map(({ client, version, note, lifecycle }) => [
        `${client} ${version}`,
        [lifecycle.summary, note].filter(Boolean).join('; '),
      ]),
    ),
    '',
    ...tableLines(
      ['option', 'type', 'range', 'default', `in ${catalogueVersion}`],
      configOptions.map((option) => [
        option.key,
        option.repeatable ? `${option.type}, several` : option.type,
        rangeText(option),
        option.default ?? '-',
        option.platformReason === null ? option.help : `managed by the platform: ${option.platformReason}`,
      ]),
    ),
  ];
}

function rangeText({ min, max, unit, choices }: NodeOptions['configOptions'][number]): string {
  if (choices.length > 0) return choices.length > 6 ? `${choices.slice(0, 6).join(' ')} …` : choices.join(' ');
  if (min === null && max === null) return unit ?? '-';
  const bounds = max === null ? `from ${min}` : `${min} to ${max}`;
  return unit === null ? bounds : `${bounds} ${unit}`;
}
