import { createHash } from 'node:crypto';
import type { ConfigOverride, Network, NodeType } from '../../bitcoin/node-config.ts';
import { rpcAuth } from '../../bitcoin/rpc-auth.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';

/** The RPC user that the agent watches with. */
export const agentRpcUser = 'satrap-agent';

/**
 * All that a container and its configuration are made from. The container carries the hash of this, not of what was rendered from it: a
 * newer agent that renders the same inputs otherwise does not restart a node.
 *
 * A field that is added later must be optional, and undefined for every node that was made before there was one: undefined is left out
 * of the hash, so that an upgrade of the agent makes no container anew (invariant 9).
 */
export interface ContainerInputs {
  network: Network;
  clientVersion: string;
  nodeType: NodeType;
  cpuCores: number;
  memoryMiB: number;
  overrides: readonly ConfigOverride[];
  platformRpcAuth: string;
  agentRpcAuth: string;
  /** Digest reference or image id. */
  image: string;
  ports: { rpc: number; p2p: number };
  rpcAddress: string;
  p2pAddress: string;
  user: string;
}

/** The operator's settings that a container is made from. */
export interface HostChoices {
  bindAddress: string;
  p2pBindAddress: string;
  nodeUser: string;
}

export function containerInputs(
  desired: DesiredNode,
  host: HostChoices,
  own: { image: string; ports: { rpc: number; p2p: number }; agentRpc: { password: string; salt: string } },
): ContainerInputs {
  return {
    network: desired.network,
    clientVersion: desired.clientVersion,
    nodeType: desired.nodeType,
    cpuCores: desired.resources.cpuCores,
    memoryMiB: desired.resources.memoryMiB,
    overrides: desired.overrides.map(({ key, value }) => ({ key, value })),
    platformRpcAuth: desired.rpcAuth,
    agentRpcAuth: rpcAuth(agentRpcUser, own.agentRpc.password, own.agentRpc.salt),
    image: own.image,
    ports: { rpc: own.ports.rpc, p2p: own.ports.p2p },
    rpcAddress: host.bindAddress,
    p2pAddress: host.p2pBindAddress,
    user: host.nodeUser,
  };
}

/** Keys in a fixed order, so that equal inputs have an equal hash. */
export function specHash(inputs: ContainerInputs): string {
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined);
  const ordered = given.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 32);
}
