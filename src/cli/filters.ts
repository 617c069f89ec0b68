import { networks } from '../bitcoin/network.ts';
import { phases } from '../contract/phases.ts';
import type { ExecutorWhereInput, NodeWhereInput } from '../contract/types.generated.ts';
import { choiceOption, hostOption, labelOption, type OptionValues, option } from './options.ts';

const nameFilter = option('--name <text>', 'only with this text in the name');

export const nodeFilters = [
  nameFilter,
  choiceOption('--network <network>', 'only on this network', networks),
  choiceOption('--phase <phase>', 'only in this phase', phases),
  hostOption,
  labelOption('only on hosts with this label'),
] as const;

/** Undefined without a filter. */
export function nodeWhere(given: OptionValues<typeof nodeFilters>): NodeWhereInput | undefined {
  const { name, network, phase, host, label } = given;
  if ([name, network, phase, host, ...label].every((each) => each === undefined)) return undefined;
  return {
    name: containing(name),
    network: network && { equals: network },
    phase: phase && { equals: phase },
    executorName: host === undefined ? undefined : { equals: host },
    executor: label.length === 0 ? undefined : { is: { labels: label } },
  };
}

export const hostFilters = [
  nameFilter,
  choiceOption('--status <status>', 'only with this status', ['online', 'offline']),
  labelOption('only with this label'),
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
