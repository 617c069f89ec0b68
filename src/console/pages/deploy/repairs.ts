import { defaultResources } from '../../../bitcoin/resources.ts';
import { formatGiB } from '../../display/format.ts';
import { describeResources, firstChoice, type Host, hostsFor, loweredResources, resourceNames } from './fit.ts';
import { type ChosenPlan, type Plan, targetsOf } from './plan.ts';

/** A change of a plan that fits a host, for a button. */
interface Repair {
  label: string;
  changes: Partial<Plan>;
}

/** Returns what to change in a plan that no possible host has capacity for. */
export function repairsOf(plan: ChosenPlan, hosts: readonly Host[]): Repair[] {
  const { network, nodeType, resources, source } = plan;
  const targets = targetsOf(plan, source, hosts);
  const pruned = { ...plan, nodeType: 'pruned', resources: defaultResources(network, 'pruned') } as const;
  const lowered = loweredResources(targets, plan);
  const less = resourceNames.filter((resource) => lowered !== null && lowered[resource] < resources[resource]);
  const [other] = plan.beginning === 'new' && plan.executorId !== null ? hostsFor(hosts, plan) : [];
  const elsewhere = source === null ? firstChoice(targets, {}) : undefined;
  const all: readonly (Repair | false)[] = [
    nodeType === 'full' &&
      hostsFor(targets, pruned).length > 0 && {
        label: `Make it pruned (${formatGiB(pruned.resources.diskGiB)} disk)`,
        changes: { nodeType: 'pruned', resources: null },
      },
    lowered !== null &&
      less.length > 0 && { label: `Lower to ${describeResources(lowered, less)}`, changes: { resources: lowered } },
    other !== undefined && { label: `Choose ${other.name}`, changes: { executorId: other.id, dataRoot: null } },
    elsewhere !== undefined &&
      elsewhere.network !== network && {
        label: `Choose ${elsewhere.network}`,
        changes: { network: elsewhere.network, nodeType: elsewhere.nodeType, resources: null },
      },
  ];
  return all.filter((each) => each !== false);
}
