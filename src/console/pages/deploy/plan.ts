import { chainFacts } from '../../../bitcoin/chain-facts.ts';
import { checkConfig } from '../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../bitcoin/check-overrides.ts';
import { networks as allNetworks, hasPeers, networkFacts } from '../../../bitcoin/network.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig, NodeResources } from '../../../bitcoin/node-config.ts';
import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { Network, NodeCreateInput, NodeType } from '../../../contract/types.generated.ts';
import { formatBytes, formatNumber, walletName } from '../../display/format.ts';
import type { DeployOptionsQuery, DeployOrphansQuery, DeploySiblingsQuery } from './operations.generated.ts';

/** What a node’s chain data begins with: nothing, data that another node left, or a copy of a node’s. */
const beginnings = ['new', 'adopt', 'seed'] as const;
export type Beginning = (typeof beginnings)[number];

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
  clientVersion: string | null;
  resources: NodeResources | null;
  /** `id` names the row while it is edited. */
  overrides: readonly (ConfigOverride & { id: number })[];
  starts: boolean;
}

export const emptyPlan: Plan = {
  ...{ name: '', beginning: 'new', adoptData: null, seedFrom: null, executorId: null, dataRoot: null },
  ...{ network: null, nodeType: null, clientVersion: null, resources: null, overrides: [], starts: true },
};

export type Offered = NonNullable<DeployOptionsQuery['nodeOptions']>;

export interface ChosenPlan extends Plan {
  network: Network;
  nodeType: NodeType;
  clientVersion: string;
  resources: NodeResources;
  /** What its chain data begins with; null for none, and while none is chosen. */
  source: Source | null;
}

/** Fills a plan up with what is offered; null where nothing is. What is offered no more is chosen again; data keeps its network. */
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
  const versions = clients.map(({ version }) => version);
  const clientVersion = versions.find((each) => each === plan.clientVersion) ?? versions[0];
  const found = defaults.find((each) => each.network === network && each.nodeType === nodeType)?.resources;
  const resources = plan.resources ?? found;
  if (network === undefined || nodeType === undefined || clientVersion === undefined || resources === undefined)
    return null;
  const { cpuCores, memoryMiB, diskGiB } = resources;
  const dataRoot = executor?.dataRoots.find(({ name }) => name === plan.dataRoot)?.name ?? null;
  return { ...plan, network, nodeType, clientVersion, dataRoot, source, resources: { cpuCores, memoryMiB, diskGiB } };
}

/** The executor that a plan names: that of the data, or the chosen one. Null where the platform chooses. */
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
  client: 'bitcoind',
  clientVersion: plan.clientVersion,
  resources: plan.resources,
  overrides: plan.overrides.map(({ key, value }) => ({ key: key.trim(), value })),
  desiredState: plan.starts ? 'running' : 'stopped',
});

/** The plan as the code of `src/bitcoin` judges it. */
const configOf = ({ network, nodeType, clientVersion, resources, overrides }: ChosenPlan): NodeConfig => ({
  ...{ client: 'bitcoind', network, nodeType, clientVersion, resources, overrides },
});

/** Returns every fault that the control plane would find in the plan itself; it judges it again. */
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

/** Chain data that a new node may begin with: kept on an executor, or a node’s. */
export interface Source {
  id: string;
  name: string;
  executorId: string;
  executorName: string;
  /** Why it cannot be used now; null where it can. The control plane judges it again. */
  obstacle: string | null;
  network: Network | null;
  nodeType: NodeType | null;
  height: number | null;
  sizeBytes: number | null;
  /** Names of the wallets that come with it; null where they are not known. */
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
  if (status === 'offline') return 'Its executor is offline.';
  if (data == null) return 'Its executor has not read it yet.';
  return data.network == null ? 'It holds no chain yet.' : null;
}

/** Returns the nodes that may be copied. Their wallets stay with them. */
export const siblingSources = (nodes: readonly NonNullable<DeploySiblingsQuery['nodes']>[number][]): Source[] =>
  nodes.map(({ id, name, network, nodeType, desiredState, executor, metrics }) => ({
    ...{ id, name, executorId: executor.id, executorName: executor.name, network, nodeType },
    obstacle:
      desiredState === 'deleted'
        ? 'It is being deleted.'
        : executor.status === 'offline'
          ? 'Its executor is offline.'
          : null,
    ...{ height: metrics?.height ?? null, sizeBytes: metrics?.sizeOnDiskBytes ?? null, wallets: [] },
  }));

/** Writes a plan down for this tab of the browser, so that a reload loses nothing; without secrets. */
export const writePlan = (plan: Plan): string =>
  JSON.stringify({ ...plan, overrides: plan.overrides.filter(({ key }) => !isSecretKey(key)) });

/** Reads what was written; an empty plan where it makes no sense. */
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
    // Something else has written it.
    return null;
  }
}

/** Something that follows from a plan; `isLasting` where it cannot be changed later without the loss of data or days. */
interface PlanConsequence {
  text: string;
  isLasting?: boolean;
}

function firstFetch(network: ChosenPlan['network']): string {
  const { syncTime } = networkFacts(network);
  return syncTime === null
    ? 'It begins a chain of its own, with no block.'
    : `It fetches the whole chain of ${network} from other nodes and verifies it, which takes ${syncTime}.`;
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
            text: 'It keeps only the latest blocks. To have the others later, it fetches the whole chain again.',
            isLasting: true,
          },
        ]
      : []),
    ...[...chainFacts(configOf(plan)).indexes].map((key) => ({
      text: `${key} builds an index${beginning === 'new' ? '' : ' where the data has none yet'}, which takes ${hasPeers(network) ? 'hours' : 'seconds'} and disk space.`,
    })),
    { text: starts ? 'It starts at once.' : 'It is made, and does not run until somebody starts it.' },
  ];
}

function ofAdoption({ name, height, wallets }: Source): PlanConsequence[] {
  const from = height === null ? '' : ` from height ${formatNumber(height)}`;
  const named = (wallets ?? []).map(walletName).join(', ');
  return [
    { text: `It goes on with the data of ${name}${from}; nothing is copied, and the data belongs to it from then on.` },
    ...(wallets === null
      ? [{ text: `Which wallets are in that data is not known; whatever is there comes with it.`, isLasting: true }]
      : wallets.length > 0
        ? [{ text: `The wallets in it come with it: ${named}.`, isLasting: true }]
        : []),
  ];
}

const ofSeeding = ({ name, sizeBytes }: Source): PlanConsequence[] => [
  {
    text: `${name} is stopped gently for as long as the copy${sizeBytes === null ? '' : ` of ${formatBytes(sizeBytes)}`} takes, and runs again at once.`,
  },
  { text: `The wallets, peers and settings of ${name} stay with it.` },
];
