import { readCall } from '../../bitcoin/reading-calls.ts';
import { requestArgs } from '../../contract/agent-requests.ts';
import { maxRpcResultBytes } from '../../contract/limits.ts';
import type { AnswerMemory } from '../monitor/answer-memory.ts';
import { RpcClient, type RpcEndpoint, RpcError } from '../monitor/rpc.ts';
import type { AnsweredKind } from './responder.ts';

/** How to reach the daemon of a node; null while none runs here. */
export type EndpointOf = (nodeId: string) => RpcEndpoint | null;

export function clientOf(endpointOf: EndpointOf, nodeId: string, memory?: AnswerMemory): RpcClient {
  const endpoint = endpointOf(nodeId);
  if (endpoint === null) throw new Error('the daemon is not running');
  return new RpcClient(endpoint, memory);
}

/**
 * Calls a node's RPC: only read-only methods, whatever is requested, and few at a time: a daemon has few threads. `memory` is
 * that of all daemons.
 */
export const rpcKind = (endpointOf: EndpointOf, signal: AbortSignal, memory?: AnswerMemory): AnsweredKind => ({
  kind: 'rpc',
  maxConcurrent: 2,
  maxPending: 50,
  answer: async (nodeId, args) => {
    const { method, params } = requestArgs.rpc.parse(args);
    const call = readCall(method, params);
    if ('issues' in call) throw new Error(`the agent does not allow the call ${method.slice(0, 100)}`);
    using client = clientOf(endpointOf, nodeId, memory);
    try {
      return await client.read(call.method, call.params, signal, maxRpcResultBytes);
    } catch (error) {
      // The whitelist of a container's daemon is that of the agent that created the container.
      if (error instanceof RpcError && error.fault === 'unauthorized')
        throw new Error(
          `the daemon does not allow the agent to call ${method}: an older agent version created its container; restart the node`,
        );
      throw error;
    }
  },
});
