import { Agent, request } from 'node:http';
import { z } from 'zod';

/**
 * Every RPC method that the agent calls. The node's `rpcwhitelist` lets the agent's user call these and no other.
 */
export const agentRpcMethods = [
  'getblockchaininfo',
  'getindexinfo',
  'getmempoolinfo',
  'getnetworkinfo',
  'uptime',
  'waitforblockheight',
] as const;

export type AgentRpcMethod = (typeof agentRpcMethods)[number];

/** What a failed call means: `warming-up` carries the daemon's own word for what it does meanwhile. */
export type RpcFault = 'unreachable' | 'unauthorized' | 'warming-up' | 'refused';

export class RpcError extends Error {
  override name = 'RpcError';
  readonly fault: RpcFault;
  /** The daemon's own error code; null when it gave none. */
  readonly code: number | null;

  constructor(fault: RpcFault, message: string, code: number | null = null) {
    super(message);
    this.fault = fault;
    this.code = code;
  }
}

/** Bitcoin Core's RPC_IN_WARMUP (src/rpc/protocol.h). */
const inWarmup = -28;

const answerShape = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

export interface RpcEndpoint {
  host: string;
  port: number;
  user: string;
  password: string;
}

interface HttpAnswer {
  status: number;
  text: string;
}

/** Each one uses up an open connection; the last try has a new one. */
class IdleConnectionClosed extends Error {
  override name = 'IdleConnectionClosed';
}

/** One daemon's JSON-RPC. Keeps its connections open between calls, because a new one for each block would cost more than the call. */
export class RpcClient {
  readonly #endpoint: RpcEndpoint;
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 4 });
  #lastId = 0;

  constructor(endpoint: RpcEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Throws RpcError; also when the answer is not there after `seconds`, or when `signal` aborts. */
  async call(method: AgentRpcMethod, params: readonly unknown[], signal: AbortSignal, seconds = 10): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '1.0', id: ++this.#lastId, method, params });
    const { status, text } = await this.#ask(body, AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]));
    if (status === 401 || status === 403) {
      throw new RpcError('unauthorized', `the daemon refused ${method} to the agent (HTTP ${status})`);
    }
    const answer = answerShape.safeParse(parseJson(text));
    if (!answer.success)
      throw new RpcError('refused', `the daemon answered ${method} with HTTP ${status} and no JSON-RPC`);
    const { result, error } = answer.data;
    if (error === null || error === undefined) return result;
    throw new RpcError(error.code === inWarmup ? 'warming-up' : 'refused', error.message, error.code);
  }

  close(): void {
    this.#connections.destroy();
  }

  /**
   * The daemon closes a connection that was idle for `rpcservertimeout` (30 s by default, as the time between two samples), also at the
   * moment when we use it again. That says nothing of the daemon, and since every method only reads, it is asked again.
   */
  async #ask(body: string, signal: AbortSignal): Promise<HttpAnswer> {
    for (;;) {
      const outcome = await this.#post(body, signal);
      if (!(outcome instanceof Error)) return outcome;
      if (!(outcome instanceof IdleConnectionClosed) || signal.aborted) {
        throw new RpcError('unreachable', `the daemon does not answer: ${outcome.message}`);
      }
    }
  }

  #post(body: string, signal: AbortSignal): Promise<HttpAnswer | Error> {
    const { host, port, user, password } = this.#endpoint;
    const { promise, resolve } = Promise.withResolvers<HttpAnswer | Error>();
    const sent = request(
      {
        agent: this.#connections,
        host,
        port,
        method: 'POST',
        path: '/',
        auth: `${user}:${password}`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
        response.on('error', resolve);
      },
    );
    sent.on('error', (error) => resolve(sent.reusedSocket ? new IdleConnectionClosed(error.message) : error));
    sent.end(body);
    return promise;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An HTML page or nothing at all: the caller says so with the status.
    return undefined;
  }
}
