import { type Client, defaultClient } from './clients/registry.ts';
import type { CustomSignet, NodeConfig, NodeResources, NodeTor } from './node-config.ts';

/** The part of a node's configuration that determines its container. The disk is a plan and does not affect it. */
export interface WorkloadConfig extends Omit<NodeConfig, 'client' | 'resources'>, Omit<NodeResources, 'diskGiB'> {
  /** Absent for Bitcoin Core, because older containers and records do not have it. */
  client?: Client;
}

/** The agent recreates a container if this changes, and the preview of a change shows that: both use this function. */
export const workloadConfig = (config: NodeConfig): WorkloadConfig => ({
  network: config.network,
  ...(config.client === defaultClient ? {} : { client: config.client }),
  clientVersion: config.clientVersion,
  ...(config.signet == null ? {} : { signet: workloadSignet(config.signet) }),
  ...(config.tor == null ? {} : { tor: workloadTor(config.tor) }),
  nodeType: config.nodeType,
  cpuCores: config.resources.cpuCores,
  memoryMiB: config.resources.memoryMiB,
  overrides: config.overrides.map(({ key, value }) => ({ key, value })),
});

/** In this order of fields, because configurations are compared as text. */
const workloadSignet = ({ challenge, seedNodes }: CustomSignet): CustomSignet => ({
  challenge,
  seedNodes: [...seedNodes],
});

/** In this order of fields as well. */
const workloadTor = ({ mode, proxy, onionAddress }: NodeTor): NodeTor => ({ mode, proxy, onionAddress });

/** The configuration that a workload was created from; its disk is unknown. */
export const nodeConfigOf = ({ client = defaultClient, cpuCores, memoryMiB, ...rest }: WorkloadConfig): NodeConfig => ({
  ...rest,
  client,
  resources: { cpuCores, memoryMiB, diskGiB: 0 },
});

export const isSameWorkload = (a: NodeConfig, b: NodeConfig): boolean =>
  JSON.stringify(workloadConfig(a)) === JSON.stringify(workloadConfig(b));
