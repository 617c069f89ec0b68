import { type Client, defaultClient } from './clients/registry.ts';
import type { ConfigOverride, Network, NodeConfig, NodeType } from './node-config.ts';

/** The part of a node's configuration that its container is made from. The disk is a plan, and touches no container. */
export interface WorkloadConfig {
  network: Network;
  /** Left out for Bitcoin Core: containers and records of before there was another family have none. */
  client?: Client;
  clientVersion: string;
  nodeType: NodeType;
  cpuCores: number;
  memoryMiB: number;
  overrides: readonly ConfigOverride[];
}

/** The agent remakes a container when this changes, and the preview of a change says so: both ask here. */
export const workloadConfig = (config: NodeConfig): WorkloadConfig => ({
  network: config.network,
  ...(config.client === defaultClient ? {} : { client: config.client }),
  clientVersion: config.clientVersion,
  nodeType: config.nodeType,
  cpuCores: config.resources.cpuCores,
  memoryMiB: config.resources.memoryMiB,
  overrides: config.overrides.map(({ key, value }) => ({ key, value })),
});

/** The configuration that a workload was made from; its disk is not known. */
export const nodeConfigOf = ({
  client = defaultClient,
  cpuCores,
  memoryMiB,
  ...config
}: WorkloadConfig): NodeConfig => ({
  ...config,
  client,
  resources: { cpuCores, memoryMiB, diskGiB: 0 },
});

export const isSameWorkload = (a: NodeConfig, b: NodeConfig): boolean =>
  JSON.stringify(workloadConfig(a)) === JSON.stringify(workloadConfig(b));
