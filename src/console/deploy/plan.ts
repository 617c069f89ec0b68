import { checkConfig } from '../../bitcoin/check-config.ts';
import { checkOverrides } from '../../bitcoin/check-overrides.ts';
import type { ConfigIssue, ConfigOverride, NodeResources } from '../../bitcoin/node-config.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import type { Network, NodeCreateInput, NodeType } from '../../contract/types.generated.ts';
import type { DeployOptionsQuery } from './operations.generated.ts';

/** What a person asks for. Where it is null, the platform chooses. */
export interface Plan {
  name: string;
  executorId: string | null;
  network: Network | null;
  nodeType: NodeType | null;
  clientVersion: string | null;
  resources: NodeResources | null;
  /** `id` names the row while it is edited. */
  overrides: readonly (ConfigOverride & { id: number })[];
}

export const emptyPlan: Plan = {
  ...{ name: '', executorId: null, network: null, nodeType: null, clientVersion: null, resources: null },
  overrides: [],
};

/** Most people come for the first one that is offered. */
const preferred: readonly Network[] = ['mainnet', 'signet', 'regtest'];

export type Offered = NonNullable<DeployOptionsQuery['nodeOptions']>;

/** A plan with everything chosen. */
export interface ChosenPlan extends Plan {
  network: Network;
  nodeType: NodeType;
  clientVersion: string;
  resources: NodeResources;
}

/** Fills a plan up with what is offered; null where nothing is. What is offered no more is chosen anew. Pure. */
export function choose(plan: Plan, { networks, nodeTypes, clients, defaults }: Offered): ChosenPlan | null {
  const network = networks.find((each) => each === plan.network) ?? preferred.find((each) => networks.includes(each));
  const nodeType = nodeTypes.find((each) => each === plan.nodeType) ?? nodeTypes[0];
  const versions = clients.map(({ version }) => version);
  const clientVersion = versions.find((each) => each === plan.clientVersion) ?? versions[0];
  const found = defaults.find((each) => each.network === network && each.nodeType === nodeType)?.resources;
  const resources = plan.resources ?? found;
  if (network === undefined || nodeType === undefined || clientVersion === undefined || resources === undefined)
    return null;
  const { cpuCores, memoryMiB, diskGiB } = resources;
  return { ...plan, network, nodeType, clientVersion, resources: { cpuCores, memoryMiB, diskGiB } };
}

/** Returns what is sent. Pure. */
export const inputOf = (plan: ChosenPlan): NodeCreateInput => ({
  name: plan.name,
  ...(plan.executorId === null ? {} : { executorId: plan.executorId }),
  network: plan.network,
  nodeType: plan.nodeType,
  client: 'bitcoind',
  clientVersion: plan.clientVersion,
  resources: plan.resources,
  overrides: plan.overrides.map(({ key, value }) => ({ key: key.trim(), value })),
  desiredState: 'running',
});

/** Returns every fault that the control plane would find in the plan itself; it judges it again. Pure. */
export function faultsOf(plan: ChosenPlan): ConfigIssue[] {
  const name = namePattern.test(plan.name) ? [] : [{ path: ['name'], message: `It ${nameRule}.` }];
  const empty = plan.overrides.findIndex(({ key }) => key.trim() === '');
  if (empty !== -1)
    return [...name, { path: ['overrides', empty, 'key'], message: 'choose an option, or remove the row' }];
  const { network, nodeType, clientVersion, resources, overrides } = plan;
  const config = { client: 'bitcoind', network, nodeType, clientVersion, resources, overrides } as const;
  return [...name, ...checkConfig(config), ...checkOverrides(config, null)];
}
