import * as z from 'zod/mini';
import { chainFacts } from '../../../bitcoin/chain-facts.ts';
import { clients as allClients, assumedChainGB, defaultClient } from '../../../bitcoin/clients/registry.ts';
import { networks as allNetworks, hasPeers, type Network, networkFacts } from '../../../bitcoin/network.ts';
import { chainOf, networkName, shownNetworkName } from '../../../bitcoin/network-name.ts';
import type { ConfigIssue, CustomSignet } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { customSignet as readSignet } from '../../../bitcoin/signet.ts';
import { torOf } from '../../../bitcoin/tor.ts';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { NodeCreateInput } from '../../../contract/types.generated.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import { formatBytes, formatGiB, formatNumber, walletName } from '../../display/format.ts';
import { configFaults } from '../node/configuration/draft.ts';
import { describeResources, firstChoice, type Host, hostsFor, hostsOffering, resourceNames } from './fit.ts';
import type { DeployOptionsQuery, PreviewDeploymentQuery } from './operations.generated.ts';
import type { Source } from './sources.ts';

const optionalText = z._default(z.nullable(z.string()), null);
const resources = z.object({ cpuCores: z.number(), memoryMiB: z.number(), diskGiB: z.number() });

const tor = z.object({
  mode: z.enum(['off', 'own']),
  proxy: z.nullable(z.string()),
  onionAddress: z.nullable(z.string()),
});

export const noSignet = { challenge: '', seedNodes: '' };

const planShape = z.object({
  /** Null for a suggested one. */
  name: optionalText,
  /** The origin of the node’s chain data: none, data of a deleted node, or a copy of another node’s. */
  beginning: z._default(z.enum(['new', 'adopt', 'seed']), 'new'),
  /** The node with the chain data to adopt or to copy, by id. */
  sourceId: optionalText,
  /** For `new`; otherwise the data determines the host. */
  executorId: optionalText,
  dataRoot: optionalText,
  network: z._default(z.nullable(z.enum(allNetworks)), null),
  /** As entered: without a challenge, the public signet. */
  customSignet: z._default(z.object({ challenge: z.string(), seedNodes: z.string() }), noSignet),
  tor: z._default(z.nullable(tor), null),
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
type OfferedClient = Offered['clients'][number];

type Chosen = 'name' | 'network' | 'nodeType' | 'client' | 'clientVersion' | 'resources';

export type ChosenPlan = Plan & { [F in Chosen]: NonNullable<Plan[F]> } & {
  lifecycle: OfferedClient['lifecycle'];
  /** The versions that the possible hosts offer. */
  clients: readonly OfferedClient[];
  /** The origin of the chain data; null for none or while none is selected. */
  source: Source | null;
};

/** What each block of the form shows and changes. */
export interface BlockProps {
  plan: ChosenPlan;
  offered: Offered;
  hosts: readonly Host[];
  /** For the plan's origin of chain data. */
  sources: readonly Source[];
  /** The origins of which there is any. */
  beginnings: Readonly<Record<Beginning, boolean>>;
  /** Validation errors of the page and the control plane, by field of the request. */
  faults: readonly ConfigIssue[];
  /** Undefined while loading, and for an invalid plan. */
  preview: NonNullable<PreviewDeploymentQuery['previewNodeCreation']> | undefined;
  onChange: (changes: Partial<Plan>) => void;
}

interface Choices {
  offered: Offered;
  hosts: readonly Host[];
  source: Source | null;
  /** The suggested names that are taken. */
  names: readonly string[];
}

/** The hosts that may run a node: the selected one, or all. */
export const targetsOf = (plan: Plan, source: Source | null, hosts: readonly Host[]): readonly Host[] => {
  const executorId = executorOf(plan, source);
  return executorId === null ? hosts : hosts.filter(({ id }) => id === executorId);
};

/** Completes a plan with what fits a host, and replaces what is not offered; null if nothing is. Existing data determines the network. */
export function choose(plan: Plan, { offered, hosts, source, names }: Choices): ChosenPlan | null {
  const targets = targetsOf(plan, source, hosts);
  const fixed = { network: source?.network ?? null };
  const picked = { network: fixed.network ?? plan.network, nodeType: plan.nodeType ?? source?.nodeType };
  const wish =
    firstChoice(targets, picked) ?? firstChoice(targets, { ...picked, nodeType: null }) ?? firstChoice(targets, fixed);
  if (wish === undefined) return null;
  const { network, nodeType } = wish;
  const clients = offeredBy(offered, hostsOffering(targets, wish));
  const chosen =
    clients.find(({ client, version }) => client === plan.client && version === plan.clientVersion) ??
    preferred(offeredBy(offered, hostsFor(targets, wish))) ??
    preferred(clients);
  if (chosen === undefined) return null;
  const { client, version: clientVersion, lifecycle } = chosen;
  const resources = plan.resources ?? wish.resources;
  const dataRoot = offered.executor?.dataRoots.find(({ name }) => name === plan.dataRoot)?.name ?? null;
  const name = plan.name ?? suggestionsOf(network).find((each) => !names.includes(each)) ?? '';
  return { ...plan, name, network, nodeType, client, clientVersion, lifecycle, clients, dataRoot, source, resources };
}

const offeredBy = ({ clients }: Offered, hosts: readonly Host[]): OfferedClient[] => {
  const offers = new Set(
    hosts.flatMap(({ capabilities }) => capabilities.clients.map(({ client, version }) => `${client} ${version}`)),
  );
  return clients.filter(({ client, version }) => offers.has(`${client} ${version}`));
};

const suggestionsOf = (network: Network): string[] =>
  Array.from({ length: 25 }, (_, index) => `${network}-${index + 1}`);

export const suggestedNames = allNetworks.flatMap(suggestionsOf);

/** The latest version of Bitcoin Core without a warning, else the latest supported version, of withdrawn ones only if there is no other. */
const preferred = (clients: readonly OfferedClient[]): OfferedClient | undefined =>
  clients.find(({ client, lifecycle }) => client === defaultClient && lifecycle.warning === null) ??
  clients.find(({ lifecycle }) => lifecycle.state !== 'withdrawn') ??
  clients[0];

/** The host of a plan: that of the data, or the selected one. Null for automatic placement. */
export const executorOf = (plan: Plan, source: Source | null): string | null =>
  plan.beginning === 'new' ? plan.executorId : (source?.executorId ?? null);

/** Returns the custom signet of a plan: that of a node to copy, or the entered one. Null for the public signet. */
export function signetOf({ network, source, customSignet: { challenge, seedNodes } }: ChosenPlan): CustomSignet | null {
  if (network !== 'signet') return null;
  if (source?.signet !== undefined) return source.signet;
  if (challenge.trim() === '') return null;
  return readSignet({ challenge, seedNodes: seedNodes.split(/[\s,]+/).filter((address) => address !== '') });
}

export const chainNameOf = (plan: ChosenPlan): string =>
  shownNetworkName(networkName(chainOf({ network: plan.network, signet: signetOf(plan) })));

const configOf = (plan: ChosenPlan) => ({
  network: plan.network,
  signet: signetOf(plan),
  tor: torOf(plan.tor),
  nodeType: plan.nodeType,
  client: plan.client,
  clientVersion: plan.clientVersion,
  resources: plan.resources,
  overrides: plan.overrides.map(({ key, value }) => ({ key: key.trim(), value })),
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
    ...lowered(plan),
    ...[...chainFacts(configOf(plan)).indexes].map((key) => ({
      text: `${key} builds an index${ifMissing}, which takes ${indexTime} and disk space.`,
    })),
    { text: starts ? 'Starts immediately.' : 'Stays stopped until you start it.' },
  ];
  return all.filter((each) => each !== false);
}

function lowered({ network, nodeType, resources }: ChosenPlan): PlanConsequence[] {
  const recommended = defaultResources(network, nodeType);
  const less = resourceNames.filter((resource) => resources[resource] < recommended[resource]);
  if (less.length === 0) return [];
  const text = `Reserves less than the recommended ${describeResources(recommended, less)}. The node may sync slowly or stall.`;
  return [{ text, isLasting: true }];
}

function firstFetch(network: Network): string {
  const { syncTime } = networkFacts(network);
  if (syncTime === null) return 'Starts a new, empty chain.';
  const size = assumedChainGB(network);
  const about = size === null ? '' : ` of about ${formatGiB((size * 1e9) / 1024 ** 3, 0)}`;
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
