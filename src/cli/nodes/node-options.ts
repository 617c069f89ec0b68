import { type Command, Option } from 'commander';
import { type Client, clients, defaultClient } from '../../bitcoin/clients/registry.ts';
import type { NodeResourcesInput, NodeType } from '../../contract/types.generated.ts';
import { type ApiOptions, withApiOptions } from '../api.ts';
import { collectKeyValue, type KeyValue, number } from '../parse.ts';
import type { WaitOptions } from './wait-for-node.ts';

/** Options shared by create and update. */
export interface NodeOptions extends ApiOptions, WaitOptions {
  client?: Client;
  version?: string;
  type?: NodeType;
  cpu?: number;
  memory?: number;
  disk?: number;
  set: KeyValue[];
  revertFailedChange?: 'yes' | 'no';
}

export const clientOption = () =>
  new Option('--client <client>', `client (default: ${defaultClient})`).choices(clients);

export function withNodeOptions(command: Command): Command {
  return withApiOptions(command)
    .addOption(clientOption())
    .option('--version <version>', 'client version')
    .addOption(new Option('--type <type>', 'node type').choices(['full', 'pruned']))
    .option('--cpu <cores>', 'CPU cores', number)
    .option('--memory <MiB>', 'memory limit', number)
    .option('--disk <GiB>', 'disk size', number)
    .option('--set <key=value>', 'set a bitcoin.conf key; may be repeated', collectKeyValue, [])
    .addOption(
      new Option(
        '--revert-failed-change <yes|no>',
        'whether to revert a change that makes the node fail (default: yes)',
      ).choices(['yes', 'no']),
    );
}

/** The value of --revert-failed-change; null without it. */
export const revertOf = ({ revertFailedChange }: Pick<NodeOptions, 'revertFailedChange'>): boolean | null =>
  revertFailedChange === undefined ? null : revertFailedChange === 'yes';

/** The resources given as options; null without any. */
export const resourcesOf = ({
  cpu,
  memory,
  disk,
}: Pick<NodeOptions, 'cpu' | 'memory' | 'disk'>): NodeResourcesInput | null =>
  cpu === undefined && memory === undefined && disk === undefined
    ? null
    : { cpuCores: cpu ?? null, memoryMiB: memory ?? null, diskGiB: disk ?? null };
