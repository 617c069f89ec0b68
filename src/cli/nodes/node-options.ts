import { type Command, Option } from 'commander';
import { type Client, clients, defaultClient } from '../../bitcoin/clients/registry.ts';
import type { NodeResourcesInput, NodeType } from '../../contract/types.generated.ts';
import { type ApiOptions, withApiOptions } from '../api.ts';
import { collectKeyValue, type KeyValue, number } from '../parse.ts';
import type { WaitOptions } from './wait-for-node.ts';

/** The options that creating and changing a node share. */
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
    .option('--version <version>', 'version of the client')
    .addOption(new Option('--type <type>', 'how much history it keeps').choices(['full', 'pruned']))
    .option('--cpu <cores>', 'processor cores', number)
    .option('--memory <MiB>', 'memory', number)
    .option('--disk <GiB>', 'disk', number)
    .option('--set <key=value>', 'a key of bitcoin.conf; may be repeated', collectKeyValue, [])
    .addOption(
      new Option(
        '--revert-failed-change <yes|no>',
        'whether a change that makes the node fail is taken back (default: yes)',
      ).choices(['yes', 'no']),
    );
}

/** Returns whether a failed change is reverted, as it was named; null where it was not. */
export const revertOf = ({ revertFailedChange }: Pick<NodeOptions, 'revertFailedChange'>): boolean | null =>
  revertFailedChange === undefined ? null : revertFailedChange === 'yes';

/** Returns the resources that were named; null for none. */
export const resourcesOf = ({
  cpu,
  memory,
  disk,
}: Pick<NodeOptions, 'cpu' | 'memory' | 'disk'>): NodeResourcesInput | null =>
  cpu === undefined && memory === undefined && disk === undefined
    ? null
    : { cpuCores: cpu ?? null, memoryMiB: memory ?? null, diskGiB: disk ?? null };
