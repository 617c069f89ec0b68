import { clients, defaultClient } from '../../bitcoin/clients/registry.ts';
import type { NodeResourcesInput } from '../../contract/types.generated.ts';
import { choiceOption, number, type OptionValues, option, pairsOption } from '../options.ts';

export const clientOption = choiceOption('--client <client>', `client (default: ${defaultClient})`, clients);

/** Options shared by create and update. */
export const nodeOptions = [
  clientOption,
  option('--version <version>', 'client version'),
  choiceOption('--type <type>', 'node type', ['full', 'pruned']),
  option('--cpu <cores>', 'CPU cores', number),
  option('--memory <MiB>', 'memory limit', number),
  option('--disk <GiB>', 'disk size', number),
  pairsOption('--set <key=value>', 'set a bitcoin.conf key; may be repeated'),
  choiceOption(
    '--revert-failed-change <yes|no>',
    'whether to revert a change that makes the node fail (default: yes)',
    ['yes', 'no'],
  ),
] as const;
type NodeOptions = OptionValues<typeof nodeOptions>;

/** The value of --revert-failed-change; null without it. */
export const revertOf = ({ revertFailedChange }: Pick<NodeOptions, 'revertFailedChange'>): boolean | null =>
  revertFailedChange === undefined ? null : revertFailedChange === 'yes';

/** The resources given as options; null without any. */
export const resourcesOf = ({ cpu, memory, disk }: Partial<NodeOptions>): NodeResourcesInput | null =>
  cpu === undefined && memory === undefined && disk === undefined
    ? null
    : { cpuCores: cpu ?? null, memoryMiB: memory ?? null, diskGiB: disk ?? null };
