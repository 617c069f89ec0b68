import type { Network } from '../../../bitcoin/network.ts';
import type { NodeConfig, NodeResources, NodeType } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { counted } from '../../../text/counted.ts';
import { formatGiB, formatMiB } from '../../display/format.ts';
import type { DeployHostsQuery } from './operations.generated.ts';

// Which host takes which node, judged as the control plane does, which judges again.

export type Host = NonNullable<DeployHostsQuery['executors']>[number];

type Wish = Pick<NodeConfig, 'network' | 'nodeType' | 'resources'> & Partial<NodeConfig>;
type Resource = keyof NodeResources;

const amounts: Readonly<Record<Resource, (amount: number) => string>> = {
  cpuCores: (cores) => counted(cores, 'core'),
  memoryMiB: (mib) => `${formatMiB(mib)} memory`,
  diskGiB: (gib) => `${formatGiB(gib)} disk`,
};
export const resourceNames = Object.keys(amounts) as Resource[];

export const describeResources = (resources: NodeResources, of = resourceNames): string =>
  of.map((resource) => amounts[resource](resources[resource])).join(', ');

/** Why a host takes no new nodes; null if it does. */
export const whyClosed = ({ status, cordon }: Host): string | null =>
  status === 'offline' ? 'Offline' : cordon === null ? null : `Takes no new nodes: ${cordon.reason}`;

/** Why a host does not offer a node; null if it does. */
export function whyNotOffered(host: Host, { network, nodeType, client, clientVersion }: Wish): string | null {
  const { networks, nodeTypes, clients } = host.capabilities;
  if (!networks.includes(network)) return `Does not offer ${network}`;
  if (!nodeTypes.includes(nodeType)) return `Does not offer ${nodeType} nodes`;
  const isOffered =
    clientVersion === undefined || clients.some((each) => each.client === client && each.version === clientVersion);
  return isOffered ? null : `Does not offer ${client} ${clientVersion}`;
}

const availableOf = ({ room }: Host, resource: Resource): number =>
  room[resource].available ?? Number.POSITIVE_INFINITY;

const missingOn = (host: Host, { resources }: Wish): Resource[] =>
  resourceNames.filter((resource) => resources[resource] > availableOf(host, resource));

/** Why a host lacks capacity, first what it has; null if it has enough. */
export function whyShort(host: Host, wish: Wish): string | null {
  const missing = missingOn(host, wish);
  if (missing.length === 0) return null;
  const available = { cpuCores: 0, memoryMiB: 0, diskGiB: 0 };
  for (const resource of missing) available[resource] = availableOf(host, resource);
  return `${describeResources(available, missing)} available, needs ${describeResources(wish.resources, missing)}`;
}

const takes = (host: Host, wish: Wish): boolean =>
  whyClosed(host) === null && whyNotOffered(host, wish) === null && missingOn(host, wish).length === 0;

/** Why no host takes a node, by the one with the most capacity; null if one does. */
export function whyNoHost(hosts: readonly Host[], wish: Wish): string | null {
  if (hosts.some((host) => takes(host, wish))) return null;
  const [best] = byCapacity(
    hosts.filter((host) => whyClosed(host) === null && whyNotOffered(host, wish) === null),
    wish,
  );
  return best === undefined ? 'Not offered' : `Does not fit: ${whyShort(best, wish)}`;
}

/** The share of memory or disk, whichever is scarcer, that a node leaves. */
const shareLeft = ({ room }: Host, { resources }: Wish): number =>
  Math.min(
    ...(['memoryMiB', 'diskGiB'] as const).map((resource) => {
      const { total, available } = room[resource];
      return total === null || available === null ? -1 : (available - resources[resource]) / total;
    }),
  );

export const byCapacity = (hosts: readonly Host[], wish: Wish): Host[] =>
  hosts.toSorted((a, b) => shareLeft(b, wish) - shareLeft(a, wish));

export const hostsFor = (hosts: readonly Host[], wish: Wish): Host[] =>
  byCapacity(
    hosts.filter((host) => takes(host, wish)),
    wish,
  );

/** Below this, a node would hardly sync. */
const leastMemoryMiB = 1024;
const memoryStepMiB = 256;

/** Returns resources with less memory and fewer cores, for the roomiest host that is short of only those; null without one. */
export function loweredResources(hosts: readonly Host[], wish: Wish): NodeResources | null {
  const { resources } = wish;
  const memoryOf = (host: Host) =>
    Math.min(resources.memoryMiB, Math.floor(availableOf(host, 'memoryMiB') / memoryStepMiB) * memoryStepMiB);
  const coresOf = (host: Host) => Math.min(resources.cpuCores, Math.floor(availableOf(host, 'cpuCores') * 2) / 2);
  const [found] = hosts
    .filter((host) => takes(host, { ...wish, resources: { ...resources, memoryMiB: 0, cpuCores: 0 } }))
    .filter((host) => memoryOf(host) >= leastMemoryMiB && coresOf(host) > 0)
    .toSorted((a, b) => memoryOf(b) - memoryOf(a));
  return found === undefined ? null : { ...resources, memoryMiB: memoryOf(found), cpuCores: coresOf(found) };
}

/** In the order of a first choice: a full node where it fits. A pruned signet node needs least, and syncs in hours. */
const preferences: readonly Wish[] = (
  [
    ['mainnet', 'full'],
    ['signet', 'full'],
    ['signet', 'pruned'],
    ['mainnet', 'pruned'],
    ['testnet4', 'full'],
    ['testnet4', 'pruned'],
    ['regtest', 'full'],
    ['regtest', 'pruned'],
  ] as const
).map(([network, nodeType]) => ({ network, nodeType, resources: defaultResources(network, nodeType) }));

/** Returns the node to offer of these networks and types: what fits, else what fits with less memory, else what is offered. */
export function firstChoice(
  hosts: readonly Host[],
  picked: { network?: Network | null; nodeType?: NodeType | null },
): Wish | undefined {
  const offered = preferences
    .filter(({ network }) => (picked.network ?? network) === network)
    .filter(({ nodeType }) => (picked.nodeType ?? nodeType) === nodeType)
    .filter((wish) => hosts.some((host) => whyClosed(host) === null && whyNotOffered(host, wish) === null));
  const lowered = () =>
    offered.flatMap((wish) => {
      const resources = loweredResources(hosts, wish);
      return resources === null ? [] : [{ ...wish, resources }];
    })[0];
  return offered.find((wish) => hosts.some((host) => takes(host, wish))) ?? lowered() ?? offered[0];
}
