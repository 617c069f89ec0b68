import type { Logger } from 'pino';
import { readCall } from '../../bitcoin/reading-calls.ts';
import { maxRpcResultBytes } from '../../contract/limits.ts';
import type { NodeRpcRequest, NodeRpcResultInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { RepeatedRequests } from '../../timing/repeated-requests.ts';
import { RpcClient, type RpcEndpoint, RpcError } from '../monitor/rpc.ts';

export interface RpcResponderOptions {
  /** How the daemon of a node is reached; null while none runs here. */
  endpointOf(nodeId: string): RpcEndpoint | null;
  report(input: NodeRpcResultInput): Promise<void>;
  log: Logger;
  signal: AbortSignal;
}

/** A daemon has few threads for RPC, and other callers. */
const maxConcurrent = 2;
/** Queued or under way. Others are taken from a later heartbeat. */
const maxPending = 50;
const maxErrorLength = 1000;

/** Makes the calls that people want of nodes. It makes only those that it knows to read, whatever it is asked for. */
export class RpcResponder {
  readonly #options: RpcResponderOptions;
  readonly #requests: RepeatedRequests<NodeRpcRequest>;

  constructor(options: RpcResponderOptions) {
    const { report, log } = options;
    this.#options = options;
    this.#requests = new RepeatedRequests({
      ...{ maxConcurrent, maxPending },
      idOf: ({ callId }) => callId,
      answer: async (request) => report({ callId: request.callId, ...(await this.#outcome(request)) }),
      onFailure: (error) => log.debug({ err: error }, 'cannot answer a call; the next heartbeat asks again'),
    });
  }

  /** A heartbeat repeats a request until it is answered or nobody waits for it any more. */
  handle(requests: readonly NodeRpcRequest[]): void {
    this.#requests.handle(requests);
  }

  async #outcome({ nodeId, method, params }: NodeRpcRequest): Promise<{ result: string } | { error: string }> {
    const { endpointOf, signal } = this.#options;
    const call = readCall(method, params);
    if ('issues' in call) return { error: `this agent does not make the call ${method.slice(0, 100)}` };
    const endpoint = endpointOf(nodeId);
    if (endpoint === null) return { error: 'the daemon does not run now' };
    const client = new RpcClient(endpoint);
    try {
      const result = await client.read(call.method, call.params, signal, maxRpcResultBytes);
      return { result: JSON.stringify(result ?? null) };
    } catch (error) {
      return { error: describe(error, method).slice(0, maxErrorLength) };
    } finally {
      client.close();
    }
  }
}

/** Pure. */
function describe(error: unknown, method: string): string {
  // The list of calls that a container's daemon allows is that of the agent which made the container.
  if (error instanceof RpcError && error.fault === 'unauthorized')
    return `the daemon does not allow ${method} to the agent: a former version of the agent made its container; restart the node`;
  return errorMessage(error);
}
