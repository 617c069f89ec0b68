import type { Command } from 'commander';
import type { Client } from '../../bitcoin/clients/registry.ts';
import { GetNodeOptionsDocument, type GetNodeOptionsQuery } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { findExecutor } from '../executors/find-executor.ts';
import { print, tableLines } from '../output.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { clientOption } from './node-options.ts';

interface OptionsOptions extends ApiOptions {
  executor?: string;
  client?: Client;
  version?: string;
}

export function register(nodes: Command): void {
  apiCommand(nodes, 'options', 'list available networks, versions and bitcoin.conf options')
    .argument('[text]', 'filter options by key or help text')
    .option('--executor <name>', 'only what this host offers (default: any host)')
    .addOption(clientOption())
    .option('--version <version>', 'client version (default: the newest offered)')
    .action(options);
}

async function options(search: string | undefined, settings: OptionsOptions): Promise<void> {
  const api = new Api(settings);
  const { nodeOptions } = await api.call(GetNodeOptionsDocument, {
    executorId: settings.executor === undefined ? null : (await findExecutor(api, settings.executor)).id,
    client: settings.client ?? null,
    clientVersion: settings.version ?? null,
    search: search ?? null,
  });
  if (nodeOptions === null) {
    await requirePersonalKey(api);
    throw new CommandError('the host was deleted');
  }
  print(nodeOptions, settings, () => optionLines(nodeOptions));
}

type NodeOptions = NonNullable<GetNodeOptionsQuery['nodeOptions']>;

function optionLines({
  networks,
  nodeTypes,
  clients,
  catalogueVersion,
  catalogueNote,
  configOptions,
}: NodeOptions): string[] {
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
