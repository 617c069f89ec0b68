import * as z from 'zod/mini';
import { chainFacts } from '../../../bitcoin/chain-facts.ts';
import { clients as allClients, assumedChainGB, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { networks as allNetworks, hasPeers, networkFacts } from '../../../bitcoin/network.ts';
import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { Network, NodeCreateInput } from '../../../contract/types.generated.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import { formatBytes, formatNumber, walletName } from '../../display/format.ts';
import { configFaults } from '../node/configuration/draft.ts';
import type { DeployOptionsQuery, DeployOrphansQuery, DeploySiblingsQuery } from './operations.generated.ts';

const optionalText = z._default(z.nullable(z.string()), null);
const resources = z.object({ cpuCores: z.number(), memoryMiB: z.number(), diskGiB: z.number() });

const planShape = z.object({
  name: z._default(z.string(), ''),
  /** The origin of the node’s chain data: none, data of a deleted node, or a copy of another node’s. */
  beginning: z._default(z.enum(['new', 'adopt', 'seed']), 'new'),
  /** The node with the chain data to adopt or to copy, by id. */
  sourceId: optionalText,
  /** For `new`; otherwise the data determines the host. */
  executorId: optionalText,
  dataRoot: optionalText,
  network: z._default(z.nullable(z.enum(allNetworks)), null),
  nodeType: z._default(z.nullable(z.enum(['full', 'pruned'])), null),
  client: z._default(z.nullable(z.enum(allClients)), null),
  clientVersion: optionalText,
  resources: z._default(z.nullable(resources), null),
  /** `id` identifies the row while editing. */
  overrides: z._default(z.readonly(z.array(z.object({ id: z.number(), key: z.string(), value: z.string() }))), []),
  starts: z._default(z.boolean(), true),
});

export type Plan = z.infer<typeof planShape>;
export type Beginning = Plan['beginning'];

export const emptyPlan: Plan = planShape.parse({});

/** Serializes a plan for this browser tab, to survive reloads; without secrets. */
export const writePlan = (plan: Plan): string =>
  JSON.stringify({ ...plan, overrides: plan.overrides.filter(({ key }) => !isSecretKey(key)) });

/** Deserializes a plan; an empty plan if invalid. */
export const readPlan = (text = ''): Plan => planShape.safeParse(jsonOrNull(text)).data ?? emptyPlan;

export type Offered = NonNullable<DeployOptionsQuery['nodeOptions']>;

type Chosen = 'network' | 'nodeType' | 'client' | 'clientVersion' | 'resources';

export type ChosenPlan = Plan & { [F in Chosen]: NonNullable<Plan[F]> } & {
  /** Lifecycle of the version. */
  lifecycle: Offered['clients'][number]['lifecycle'];
  /** The origin of the chain data; null for none or while none is selected. */
  source: Source | null;
};

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
  const dataRoot = executor?.dataRoots.find(({ name }) => name === plan.dataRoot)?.name ?? null;
  const { client, version: clientVersion, lifecycle } = chosen;
  return { ...plan, network, nodeType, client, clientVersion, lifecycle, dataRoot, source, resources };
}

/** The latest version of Bitcoin Core without a warning, else the latest supported version, of withdrawn ones only if there is no other. */
const preferred = (clients: Offered['clients']) =>
  clients.find(({ client, lifecycle }) => client === defaultClient && lifecycle.warning === null) ??
  clients.find(({ lifecycle }) => lifecycle.state !== 'withdrawn') ??
  clients[0];

/** The host of a plan: that of the data, or the selected one. Null for automatic placement. */
export const executorOf = (plan: Plan, source: Source | null): string | null =>
  plan.beginning === 'new' ? plan.executorId : (source?.executorId ?? null);

const configOf = ({ network, nodeType, client, clientVersion, resources, overrides }: ChosenPlan) => ({
  network,
  nodeType,
  client,
  clientVersion,
  resources,
  overrides: overrides.map(({ key, value }) => ({ key: key.trim(), value })),
});

export const inputOf = (plan: ChosenPlan): NodeCreateInput => ({
  name: plan.name,
  ...(plan.beginning === 'new' ? { executorId: plan.executorId ?? undefined } : {}),
  ...(plan.beginning === 'adopt' ? { adoptData: plan.sourceId } : { dataRoot: plan.dataRoot ?? undefined }),
  ...(plan.beginning === 'seed' ? { seedFrom: plan.sourceId } : {}),
  ...configOf(plan),
  desiredState: plan.starts ? 'running' : 'stopped',
});

/** Validates the plan as the control plane does; it validates again. */
export const faultsOf = (plan: ChosenPlan): ConfigIssue[] => [
  ...(plan.source === null ? sourceFaults[plan.beginning] : []),
  ...(namePattern.test(plan.name) ? [] : [{ path: ['name'], message: `The name ${nameRule}.` }]),
  ...configFaults(configOf(plan), null),
];

/** What is missing without chain data. */
const sourceFaults: Readonly<Record<Beginning, ConfigIssue[]>> = {
  new: [],
  adopt: [{ path: ['adoptData'], message: 'Select the data to reuse.' }],
  seed: [{ path: ['seedFrom'], message: 'Select the node to copy.' }],
};

type Keeper = NonNullable<DeployOrphansQuery['executors']>[number];
type ChainData = NonNullable<Keeper['orphans'][number]['data']>;

/** Chain data that a new node can start from: of a deleted or an existing node. */
export interface Source extends ChainData {
  id: string;
  name: string;
  executorId: string;
  executorName: string;
  /** Why the data cannot be used; null if it can. The control plane checks again. */
  obstacle: string | null;
}

const unknownData: ChainData = { network: null, nodeType: null, height: null, sizeBytes: null, wallets: null };

export const orphanSources = (executors: readonly Keeper[]): Source[] =>
  executors.flatMap(({ id: executorId, name: executorName, status, orphans }) =>
    orphans.map(({ nodeId: id, name, data }) => {
      const obstacle = status === 'offline' ? 'Host offline.' : dataObstacle(data);
      return { ...(data ?? unknownData), id, name, executorId, executorName, obstacle };
    }),
  );

function dataObstacle(data: ChainData | null): string | null {
  if (data === null) return 'Not inspected by the host yet.';
  return data.network === null ? 'No chain data yet.' : null;
}

/** Returns the nodes that can be copied. A copy does not include wallets. */
export const siblingSources = (nodes: readonly NonNullable<DeploySiblingsQuery['nodes']>[number][]): Source[] =>
  nodes.map(({ desiredState, executor, metrics, ...node }) => ({
    ...node,
    executorId: executor.id,
    executorName: executor.name,
    wallets: [],
    obstacle: desiredState === 'deleted' ? 'Being deleted.' : executor.status === 'offline' ? 'Host offline.' : null,
    height: metrics?.height ?? null,
    sizeBytes: metrics?.sizeOnDiskBytes ?? null,
  }));

/** A consequence of a plan; `isLasting` if changing it later costs data or days. */
interface PlanConsequence {
  text: string;
  isLasting?: boolean;
}

export function consequencesOf(plan: ChosenPlan): PlanConsequence[] {
  const { beginning, network, nodeType, source, starts } = plan;
  const indexTime = hasPeers(network) ? 'hours' : 'seconds';
  const ifMissing = beginning === 'new' ? '' : ' if the data has none';
  const all: readonly (PlanConsequence | false)[] = [
    beginning === 'new' && { text: firstFetch(network) },
    ...(source === null ? [] : beginning === 'adopt' ? ofAdoption(source) : ofSeeding(source)),
    nodeType === 'pruned' && {
      text: 'Keeps only recent blocks. Switching to a full node later means downloading the whole chain again.',
      isLasting: true,
    },
    ...[...chainFacts(configOf(plan)).indexes].map((key) => ({
      text: `${key} builds an index${ifMissing}, which takes ${indexTime} and disk space.`,
    })),
    { text: starts ? 'Starts immediately.' : 'Stays stopped until you start it.' },
  ];
  return all.filter((each) => each !== false);
}

function firstFetch(network: Network): string {
  const { syncTime } = networkFacts(network);
  if (syncTime === null) return 'Starts a new, empty chain.';
  const size = assumedChainGB(network);
  const about = size === null ? '' : ` of about ${formatNumber(size)} GB`;
  return `Downloads and verifies the whole ${network} chain${about}, which takes ${syncTime}.`;
}

function ofAdoption({ name, height, wallets }: Source): PlanConsequence[] {
  const from = height === null ? '' : ` from height ${formatNumber(height)}`;
  const adoption = { text: `Takes over the data of ${name}${from} without copying it.` };
  if (wallets?.length === 0) return [adoption];
  const taken =
    wallets === null
      ? 'all wallets in the data. The host has not reported their names.'
      : `the wallets: ${wallets.map(walletName).join(', ')}.`;
  return [adoption, { text: `Takes over ${taken}`, isLasting: true }];
}

function ofSeeding({ name, sizeBytes }: Source): PlanConsequence[] {
  const size = sizeBytes === null ? '' : ` of ${formatBytes(sizeBytes)}`;
  return [
    { text: `Stops ${name} during the copy${size}, then starts it again.` },
    { text: `Does not copy the wallets, peers and settings of ${name}.` },
  ];
}
