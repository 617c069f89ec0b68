import { networks } from '../bitcoin/network.ts';
import { phases } from '../contract/phases.ts';
import type { ExecutorWhereInput, NodeWhereInput } from '../contract/types.generated.ts';
import { choiceOption, hostLabelOption, hostOption, labelOption, type OptionValues, option } from './options.ts';

const nameFilter = option('--name <text>', 'only with this text in the name');
const labelFilter = labelOption('only with this label');

export const nodeFilters = [
  nameFilter,
  choiceOption('--network <network>', 'only on this network', networks),
  choiceOption('--phase <phase>', 'only in this phase', phases),
  hostOption,
  labelFilter,
  hostLabelOption,
] as const;

/** Undefined without a filter. */
export function nodeWhere(given: OptionValues<typeof nodeFilters>): NodeWhereInput | undefined {
  const { name, network, phase, host, label, hostLabel } = given;
  if ([name, network, phase, host, ...label, ...hostLabel].every((each) => each === undefined)) return undefined;
  return {
    name: containing(name),
    network: network && { equals: network },
    phase: phase && { equals: phase },
    executorName: host === undefined ? undefined : { equals: host },
    labels: label.length === 0 ? undefined : label,
    executor: hostLabel.length === 0 ? undefined : { is: { labels: hostLabel } },
  };
}

export const hostFilters = [
  nameFilter,
  choiceOption('--status <status>', 'only with this status', ['online', 'offline']),
  labelFilter,
] as const;

/** Undefined without a filter. */
export function hostWhere(given: OptionValues<typeof hostFilters>): ExecutorWhereInput | undefined {
  const { name, status, label } = given;
  if (name === undefined && status === undefined && label.length === 0) return undefined;
  return {
    name: containing(name),
    status: status && { equals: status },
    labels: label.length === 0 ? undefined : label,
  };
}

const containing = (text: string | undefined) =>
  text === undefined ? undefined : { contains: text, mode: 'insensitive' as const };
