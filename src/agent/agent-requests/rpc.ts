import { readCall } from '../../bitcoin/reading-calls.ts';
import { requestArgs } from '../../contract/agent-requests.ts';
import { maxRpcResultBytes } from '../../contract/limits.ts';
import { RpcClient, type RpcEndpoint, RpcError } from '../monitor/rpc.ts';
import type { AnsweredKind } from './responder.ts';

/** How the daemon of a node is reached; null while none runs here. */
export type EndpointOf = (nodeId: string) => RpcEndpoint | null;

/** A call of a node's RPC: only one that is known to read, whatever is requested. A daemon has few threads for RPC, and other callers. */
export const rpcKind = (endpointOf: EndpointOf, signal: AbortSignal): AnsweredKind => ({
  kind: 'rpc',
  maxConcurrent: 2,
  maxPending: 50,
  answer: async (nodeId, args) => {
    const { method, params } = requestArgs.rpc.parse(args);
    const call = readCall(method, params);
    if ('issues' in call) throw new Error(`this agent does not make the call ${method.slice(0, 100)}`);
    const endpoint = endpointOf(nodeId);
    if (endpoint === null) throw new Error('the daemon does not run now');
    const client = new RpcClient(endpoint);
    try {
      return await client.read(call.method, call.params, signal, maxRpcResultBytes);
    } catch (error) {
      // The list of calls that a container's daemon allows is that of the agent which made the container.
      if (error instanceof RpcError && error.fault === 'unauthorized')
        throw new Error(
          `the daemon does not allow ${method} to the agent: a former version of the agent made its container; restart the node`,
        );
      throw error;
    } finally {
      client.close();
    }
  },
});
