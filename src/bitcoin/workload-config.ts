import type { ConfigOverride, Network, NodeConfig, NodeType } from './node-config.ts';

/** The part of a node's configuration that its container is made from. The disk is a plan, and touches no container. */
export interface WorkloadConfig {
  network: Network;
  clientVersion: string;
  nodeType: NodeType;
  cpuCores: number;
  memoryMiB: number;
  overrides: readonly ConfigOverride[];
}

/** The agent remakes a container when this changes, and the preview of a change says so: both ask here. */
export const workloadConfig = (config: Omit<NodeConfig, 'client'>): WorkloadConfig => ({
  network: config.network,
  clientVersion: config.clientVersion,
  nodeType: config.nodeType,
  cpuCores: config.resources.cpuCores,
  memoryMiB: config.resources.memoryMiB,
  overrides: config.overrides.map(({ key, value }) => ({ key, value })),
});

export const isSameWorkload = (a: NodeConfig, b: NodeConfig): boolean =>
  JSON.stringify(workloadConfig(a)) === JSON.stringify(workloadConfig(b));
