import { type RpcEndpoint, rpcHost } from '../monitor/rpc.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { agentRpcUser } from '../runtime/workload-spec.ts';
import type { Store } from '../store/database.ts';

/** How to reach the daemon of one of this agent's nodes; null before ports and credentials are assigned. */
export function endpointOf(
  { database, bindAddress }: { database: Store; bindAddress: string },
  nodeId: string,
): RpcEndpoint | null {
  const record = loadNodeRecord(database, nodeId);
  if (!record?.ports || !record.agentRpc) return null;
  const { password } = record.agentRpc;
  return { host: rpcHost(bindAddress), port: record.ports.rpc, user: agentRpcUser, password };
}

/** The same for a running daemon, which has both. */
export function requireEndpoint(deps: Parameters<typeof endpointOf>[0], nodeId: string): RpcEndpoint {
  const endpoint = endpointOf(deps, nodeId);
  if (endpoint === null) throw new Error('daemon has no ports assigned');
  return endpoint;
}
