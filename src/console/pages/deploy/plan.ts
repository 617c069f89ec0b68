import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import { type Client, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { networks as allNetworks } from '../../../bitcoin/network.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig, NodeResources } from '../../../bitcoin/node-config.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { Network, NodeCreateInput, NodeType } from '../../../contract/types.generated.ts';
import { isSound } from '../../display/values/lifecycle.ts';
import type { DeployOptionsQuery } from './operations.generated.ts';
import type { Source } from './source.ts';

/** What a node’s chain data begins with: nothing, data that another node left, or a copy of a node’s. */
export const beginnings = ['new', 'adopt', 'seed'] as const;
export type Beginning = (typeof beginnings)[number];

/** What a person asks for. Where it is null, the platform chooses. */
export interface Plan {
  name: string;
  beginning: Beginning;
  /** The data to go on with, by the id of its node; counts for `adopt`. */
  adoptData: string | null;
  /** The node to copy; counts for `seed`. */
  seedFrom: string | null;
  /** Counts for `new`: data is where it is. */
  executorId: string | null;
  dataRoot: string | null;
  network: Network | null;
  nodeType: NodeType | null;
  client: Client | null;
  clientVersion: string | null;
  resources: NodeResources | null;
  /** `id` names the row while it is edited. */
  overrides: readonly (ConfigOverride & { id: number })[];
  /** Whether it runs at once. */
  starts: boolean;
}

export const emptyPlan: Plan = {
  ...{ name: '', beginning: 'new', adoptData: null, seedFrom: null, executorId: null, dataRoot: null },
  ...{ network: null, nodeType: null, client: null, clientVersion: null, resources: null, overrides: [], starts: true },
};

export type Offered = NonNullable<DeployOptionsQuery['nodeOptions']>;

export interface ChosenPlan extends Plan {
  network: Network;
  nodeType: NodeType;
  client: Client;
  clientVersion: string;
  /** What is known of the life of that version. */
  lifecycle: Offered['clients'][number]['lifecycle'];
  resources: NodeResources;
  /** What its chain data begins with; null for none, and while none is chosen. */
  source: Source | null;
}

/** Fills a plan up with what is offered; null where nothing is. What is offered no more is chosen again; data keeps its network. Pure. */
export function choose(
  plan: Plan,
  { networks, nodeTypes, clients, defaults, executor }: Offered,
  source: Source | null,
): ChosenPlan | null {
  const network =
    source?.network ??
    networks.find((each) => each === plan.network) ??
    allNetworks.find((each) => networks.includes(each));
  const nodeType = nodeTypes.find((each) => each === (plan.nodeType ?? source?.nodeType)) ?? nodeTypes[0];
  const chosen =
    clients.find(({ client, version }) => client === plan.client && version === plan.clientVersion) ??
    preferred(clients);
  const found = defaults.find((each) => each.network === network && each.nodeType === nodeType)?.resources;
  const resources = plan.resources ?? found;
  if (network === undefined || nodeType === undefined || chosen === undefined || resources === undefined) return null;
  const { cpuCores, memoryMiB, diskGiB } = resources;
  const dataRoot = executor?.dataRoots.find(({ name }) => name === plan.dataRoot)?.name ?? null;
  const { client, version: clientVersion, lifecycle } = chosen;
  return {
    ...plan,
    network,
    nodeType,
    client,
    clientVersion,
    lifecycle,
    dataRoot,
    source,
    resources: { cpuCores, memoryMiB, diskGiB },
  };
}

/** The newest maintained version of Bitcoin Core without a serious weakness, else the newest that is offered. */
const preferred = (clients: Offered['clients']) =>
  clients.find(({ client, lifecycle }) => client === defaultClient && isSound(lifecycle)) ?? clients[0];

/** The executor that a plan names: that of the data, or the chosen one. Null where the platform chooses. Pure. */
export const executorOf = (plan: Plan, source: Source | null): string | null =>
  plan.beginning === 'new' ? plan.executorId : (source?.executorId ?? null);

/** Returns what is sent. Pure. */
export const inputOf = (plan: ChosenPlan): NodeCreateInput => ({
  name: plan.name,
  ...(plan.beginning === 'new' && plan.executorId !== null ? { executorId: plan.executorId } : {}),
  ...(plan.beginning === 'adopt' ? { adoptData: plan.adoptData } : {}),
  ...(plan.beginning === 'seed' ? { seedFrom: plan.seedFrom } : {}),
  ...(plan.beginning === 'adopt' || plan.dataRoot === null ? {} : { dataRoot: plan.dataRoot }),
  network: plan.network,
  nodeType: plan.nodeType,
  client: plan.client,
  clientVersion: plan.clientVersion,
  resources: plan.resources,
  overrides: plan.overrides.map(({ key, value }) => ({ key: key.trim(), value })),
  desiredState: plan.starts ? 'running' : 'stopped',
});

/** The plan as the code of `src/bitcoin` judges it. Pure. */
export const configOf = ({
  network,
  nodeType,
  client,
  clientVersion,
  resources,
  overrides,
}: ChosenPlan): NodeConfig => ({
  ...{ client, network, nodeType, clientVersion, resources, overrides },
});

/** Returns every fault that the control plane would find in the plan itself; it judges it again. Pure. */
export function faultsOf(plan: ChosenPlan): ConfigIssue[] {
  const faults = [...beginningFaults(plan)];
  if (!namePattern.test(plan.name)) faults.push({ path: ['name'], message: `It ${nameRule}.` });
  const empty = plan.overrides.findIndex(({ key }) => key.trim() === '');
  if (empty !== -1)
    return [...faults, { path: ['overrides', empty, 'key'], message: 'choose an option, or remove the row' }];
  const config = configOf(plan);
  return [...faults, ...checkConfig(config), ...checkOverrides(config, null)];
}

function beginningFaults({ beginning, source }: ChosenPlan): ConfigIssue[] {
  if (beginning === 'new' || source !== null) return [];
  return beginning === 'adopt'
    ? [{ path: ['adoptData'], message: 'Choose the data to go on with.' }]
    : [{ path: ['seedFrom'], message: 'Choose the node to copy.' }];
}
