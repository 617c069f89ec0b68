import { chainFacts } from '../../../bitcoin/chain-facts.ts';
import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import { type Client, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { networks as allNetworks, hasPeers, networkFacts } from '../../../bitcoin/network.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig, NodeResources } from '../../../bitcoin/node-config.ts';
import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { Network, NodeCreateInput, NodeType } from '../../../contract/types.generated.ts';
import { formatBytes, formatNumber, walletName } from '../../display/format.ts';
import { isSound } from '../../display/lifecycle.ts';
import type { DeployOptionsQuery, DeployOrphansQuery, DeploySiblingsQuery } from './operations.generated.ts';

/** The origin of a node’s chain data: none, data of a deleted node, or a copy of another node’s. */
const beginnings = ['new', 'adopt', 'seed'] as const;
export type Beginning = (typeof beginnings)[number];

export interface Plan {
  name: string;
  beginning: Beginning;
  /** The deleted node whose data to reuse, by id; for `adopt`. */
  adoptData: string | null;
  /** The node to copy; for `seed`. */
  seedFrom: string | null;
  /** For `new`; otherwise the data determines the host. */
  executorId: string | null;
  dataRoot: string | null;
  network: Network | null;
  nodeType: NodeType | null;
  client: Client | null;
  clientVersion: string | null;
  resources: NodeResources | null;
  /** `id` identifies the row while editing. */
  overrides: readonly (ConfigOverride & { id: number })[];
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
  /** Lifecycle of that version. */
  lifecycle: Offered['clients'][number]['lifecycle'];
  resources: NodeResources;
  /** The origin of the chain data; null for none or while none is selected. */
  source: Source | null;
}

/** Completes a plan with supported choices and replaces unsupported ones; null without any. Existing data determines the network. */
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

/** The latest maintained version of Bitcoin Core without a high-severity advisory, else the latest supported version. */
const preferred = (clients: Offered['clients']) =>
  clients.find(({ client, lifecycle }) => client === defaultClient && isSound(lifecycle)) ?? clients[0];

/** The host of a plan: that of the data, or the selected one. Null for automatic placement. */
export const executorOf = (plan: Plan, source: Source | null): string | null =>
  plan.beginning === 'new' ? plan.executorId : (source?.executorId ?? null);

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

/** The plan as input of the checks in `src/bitcoin`. */
const configOf = ({ network, nodeType, client, clientVersion, resources, overrides }: ChosenPlan): NodeConfig => ({
  ...{ client, network, nodeType, clientVersion, resources, overrides },
});

/** Validates the plan as the control plane does; it validates again. */
export function faultsOf(plan: ChosenPlan): ConfigIssue[] {
  const faults = [...beginningFaults(plan)];
  if (!namePattern.test(plan.name)) faults.push({ path: ['name'], message: `The name ${nameRule}.` });
  const empty = plan.overrides.findIndex(({ key }) => key.trim() === '');
  if (empty !== -1)
    return [...faults, { path: ['overrides', empty, 'key'], message: 'Pick an option or remove this row' }];
  const config = configOf(plan);
  return [...faults, ...checkConfig(config), ...checkOverrides(config, null)];
}

function beginningFaults({ beginning, source }: ChosenPlan): ConfigIssue[] {
  if (beginning === 'new' || source !== null) return [];
  return beginning === 'adopt'
    ? [{ path: ['adoptData'], message: 'Select the data to reuse.' }]
    : [{ path: ['seedFrom'], message: 'Select the node to copy.' }];
}

/** Chain data that a new node can start from: of a deleted or an existing node. */
export interface Source {
  id: string;
  name: string;
  executorId: string;
  executorName: string;
  /** Why the data cannot be used; null if it can. The control plane checks again. */
  obstacle: string | null;
  network: Network | null;
  nodeType: NodeType | null;
  height: number | null;
  sizeBytes: number | null;
  /** Names of the included wallets; null if unknown. */
  wallets: readonly string[] | null;
}

export const orphanSources = (executors: readonly NonNullable<DeployOrphansQuery['executors']>[number][]): Source[] =>
  executors.flatMap(({ id: executorId, name: executorName, status, orphans }) =>
    orphans.map(({ nodeId, name, data }) => ({
      ...{ id: nodeId, name, executorId, executorName },
      obstacle: orphanObstacle(status, data),
      ...{ network: data?.network ?? null, nodeType: data?.nodeType ?? null, height: data?.height ?? null },
      ...{ sizeBytes: data?.sizeBytes ?? null, wallets: data?.wallets ?? null },
    })),
  );

function orphanObstacle(status: 'online' | 'offline', data: { network?: Network | null } | null | undefined) {
  if (status === 'offline') return 'Host offline.';
  if (data == null) return 'Not inspected by the host yet.';
  return data.network == null ? 'No chain data yet.' : null;
}

/** Returns the nodes that can be copied. A copy does not include wallets. */
export const siblingSources = (nodes: readonly NonNullable<DeploySiblingsQuery['nodes']>[number][]): Source[] =>
  nodes.map(({ id, name, network, nodeType, desiredState, executor, metrics }) => ({
    ...{ id, name, executorId: executor.id, executorName: executor.name, network, nodeType },
    obstacle: desiredState === 'deleted' ? 'Being deleted.' : executor.status === 'offline' ? 'Host offline.' : null,
    ...{ height: metrics?.height ?? null, sizeBytes: metrics?.sizeOnDiskBytes ?? null, wallets: [] },
  }));

/** Serializes a plan for this browser tab, to survive reloads; without secrets. */
export const writePlan = (plan: Plan): string =>
  JSON.stringify({ ...plan, overrides: plan.overrides.filter(({ key }) => !isSecretKey(key)) });

/** Deserializes a plan; an empty plan if invalid. */
export function readPlan(text: string | undefined): Plan {
  const kept = text === undefined ? null : parsed(text);
  return isLikePlan(kept) ? kept : emptyPlan;
}

const isLikePlan = (kept: unknown): kept is Plan =>
  isRecord(kept) &&
  Object.entries(emptyPlan).every(([key, value]) => isLike(key, kept[key], value)) &&
  (beginnings as readonly unknown[]).includes(kept['beginning']);

function isLike(key: string, found: unknown, empty: unknown): boolean {
  if (key === 'resources') return found === null || isResources(found);
  if (key === 'overrides') return Array.isArray(found) && found.every(isOverride);
  return empty === null ? found === null || typeof found === 'string' : typeof found === typeof empty;
}

const isOverride = (found: unknown): boolean =>
  isRecord(found) &&
  typeof found['id'] === 'number' &&
  ['key', 'value'].every((part) => typeof found[part] === 'string');

const isResources = (found: unknown): boolean =>
  isRecord(found) && ['cpuCores', 'memoryMiB', 'diskGiB'].every((part) => typeof found[part] === 'number');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Written by something else.
    return null;
  }
}

/** A consequence of a plan; `isLasting` if changing it later costs data or days. */
interface PlanConsequence {
  text: string;
  isLasting?: boolean;
}

function firstFetch(network: ChosenPlan['network']): string {
  const { syncTime } = networkFacts(network);
  return syncTime === null
    ? 'Starts a new, empty chain.'
    : `Downloads and verifies the whole ${network} chain, which takes ${syncTime}.`;
}

export function consequencesOf(plan: ChosenPlan): PlanConsequence[] {
  const { beginning, network, nodeType, source, starts } = plan;
  return [
    ...(beginning === 'new' ? [{ text: firstFetch(network) }] : []),
    ...(beginning === 'adopt' && source !== null ? ofAdoption(source) : []),
    ...(beginning === 'seed' && source !== null ? ofSeeding(source) : []),
    ...(nodeType === 'pruned'
      ? [
          {
            text: 'Keeps only recent blocks. Switching to a full node later means downloading the whole chain again.',
            isLasting: true,
          },
        ]
      : []),
    ...[...chainFacts(configOf(plan)).indexes].map((key) => ({
      text: `${key} builds an index${beginning === 'new' ? '' : ' if the data has none'}, which takes ${hasPeers(network) ? 'hours' : 'seconds'} and disk space.`,
    })),
    { text: starts ? 'Starts immediately.' : 'Stays stopped until you start it.' },
  ];
}

function ofAdoption({ name, height, wallets }: Source): PlanConsequence[] {
  const from = height === null ? '' : ` from height ${formatNumber(height)}`;
  const named = (wallets ?? []).map(walletName).join(', ');
  return [
    { text: `Takes over the data of ${name}${from} without copying it.` },
    ...(wallets === null
      ? [{ text: 'Takes over all wallets in the data. The host has not reported their names.', isLasting: true }]
      : wallets.length > 0
        ? [{ text: `Takes over the wallets: ${named}.`, isLasting: true }]
        : []),
  ];
}

const ofSeeding = ({ name, sizeBytes }: Source): PlanConsequence[] => [
  {
    text: `Stops ${name} during the copy${sizeBytes === null ? '' : ` of ${formatBytes(sizeBytes)}`}, then starts it again.`,
  },
  { text: `Does not copy the wallets, peers and settings of ${name}.` },
];
