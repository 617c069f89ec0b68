import type { Network } from '../../../bitcoin/network.ts';
import type { NodeConfig, NodeResources, NodeType } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { formatCount, formatGiB, formatMiB } from '../../display/format.ts';
import type { DeployHostsQuery } from './operations.generated.ts';

// Which host takes which node, judged as the control plane does, which judges again.

export type Host = NonNullable<DeployHostsQuery['executorsConnection']>['nodes'][number];
type Wish = Pick<NodeConfig, 'network' | 'nodeType' | 'resources'> & Partial<NodeConfig>;
type Resource = keyof NodeResources;

const amounts: Readonly<Record<Resource, (amount: number) => string>> = {
  cpuCores: (cores) => formatCount(cores, 'core'),
  memoryMiB: (mib) => `${formatMiB(mib)} memory`,
  diskGiB: (gib) => `${formatGiB(gib)} disk`,
};
export const resourceNames = Object.keys(amounts) as Resource[];

export const describeResources = (resources: NodeResources, of = resourceNames): string =>
  of.map((resource) => amounts[resource](resources[resource])).join(', ');

const availableOn = ({ room }: Host, resource: Resource): number =>
  room[resource].available ?? Number.POSITIVE_INFINITY;

/** Why a host cannot take a node, `isShort` if for lack of capacity; null if it can. */
export function barrierOf(host: Host, wish: Wish): { why: string; isShort: boolean } | null {
  const { status, cordon, capabilities } = host;
  const { network, nodeType, client, clientVersion, resources } = wish;
  const whyNever = [
    status === 'offline' && 'Offline',
    cordon !== null && `Takes no new nodes: ${cordon.reason}`,
    !capabilities.networks.includes(network) && `Does not offer ${network}`,
    !capabilities.nodeTypes.includes(nodeType) && `Does not offer ${nodeType} nodes`,
    clientVersion !== undefined &&
      !capabilities.clients.some((each) => each.client === client && each.version === clientVersion) &&
      `Does not offer ${client} ${clientVersion}`,
  ].find((why) => why !== false);
  if (whyNever !== undefined) return { why: whyNever, isShort: false };
  const missing = resourceNames.filter((resource) => resources[resource] > availableOn(host, resource));
  if (missing.length === 0) return null;
  const available = missing.map((resource) => amounts[resource](availableOn(host, resource))).join(', ');
  return { why: `${available} available, needs ${describeResources(resources, missing)}`, isShort: true };
}

/** The hosts that offer a node, those with most memory first. */
export const hostsOffering = (hosts: readonly Host[], wish: Wish): Host[] =>
  hosts
    .filter((host) => barrierOf(host, wish)?.isShort !== false)
    .toSorted((a, b) => availableOn(b, 'memoryMiB') - availableOn(a, 'memoryMiB'));

export const hostsFor = (hosts: readonly Host[], wish: Wish): Host[] =>
  hostsOffering(hosts, wish).filter((host) => barrierOf(host, wish) === null);

/** Below this, a node would hardly sync. */
const leastMemoryMiB = 1024;

/** Returns resources with less memory and fewer cores, for a host that is short of only those; null without one. */
export function loweredResources(hosts: readonly Host[], wish: Wish): NodeResources | null {
  const { cpuCores, memoryMiB } = wish.resources;
  const [host] = hostsFor(hosts, { ...wish, resources: { ...wish.resources, cpuCores: 0, memoryMiB: 0 } });
  if (host === undefined) return null;
  const lowered = {
    ...wish.resources,
    cpuCores: Math.min(cpuCores, Math.floor(availableOn(host, 'cpuCores') * 2) / 2),
    memoryMiB: Math.min(memoryMiB, Math.floor(availableOn(host, 'memoryMiB') / 256) * 256),
  };
  return lowered.memoryMiB >= leastMemoryMiB && lowered.cpuCores > 0 ? lowered : null;
}

/** In the order of a first choice: a full node where it fits. A pruned signet node needs least, and syncs in hours. */
const preferences: readonly (readonly [Network, NodeType])[] = [
  ['mainnet', 'full'],
  ['signet', 'full'],
  ['signet', 'pruned'],
  ['mainnet', 'pruned'],
  ['testnet4', 'full'],
  ['testnet4', 'pruned'],
  ['regtest', 'full'],
  ['regtest', 'pruned'],
];

/** Returns the node to offer, of a network or type if given: one that fits, else one that fits with less memory, else any. */
export function firstChoice(
  hosts: readonly Host[],
  given: { network?: Network | null; nodeType?: NodeType | null },
): Wish | undefined {
  const offered = preferences
    .filter(([network, type]) => (given.network ?? network) === network && (given.nodeType ?? type) === type)
    .map(([network, nodeType]) => ({ network, nodeType, resources: defaultResources(network, nodeType) }))
    .filter((wish) => hostsOffering(hosts, wish).length > 0);
  const fits = (wish: Wish) => hostsFor(hosts, wish).length > 0;
  const lowered = offered.map((wish) => ({ ...wish, resources: loweredResources(hosts, wish) ?? wish.resources }));
  return offered.find(fits) ?? lowered.find(fits) ?? offered[0];
}
