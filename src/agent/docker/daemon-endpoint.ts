import { type RpcEndpoint, rpcHost } from '../monitor/rpc.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { agentRpcUser } from '../runtime/workload-spec.ts';
import type { Store } from '../store/database.ts';

/** Where this agent reaches the daemon of a node of its own; null before ports and credentials are chosen. */
export function endpointOf(
  { database, bindAddress }: { database: Store; bindAddress: string },
  nodeId: string,
): RpcEndpoint | null {
  const record = loadNodeRecord(database, nodeId);
  if (!record?.ports || !record.agentRpc) return null;
  const { password } = record.agentRpc;
  return { host: rpcHost(bindAddress), port: record.ports.rpc, user: agentRpcUser, password };
}

/** The same for a daemon that runs, which has both. */
export function requireEndpoint(deps: Parameters<typeof endpointOf>[0], nodeId: string): RpcEndpoint {
  const endpoint = endpointOf(deps, nodeId);
  if (endpoint === null) throw new Error('no daemon runs before its ports are chosen');
  return endpoint;
}
