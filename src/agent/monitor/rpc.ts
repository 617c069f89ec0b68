import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import * as z from 'zod';
import { readingCalls } from '../../bitcoin/reading-calls.ts';
import { errorMessage } from '../../text/error-message.ts';
import { parseExactJson } from '../../text/exact-json.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { readAtMost } from '../../text/read-at-most.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { agentRpcUser } from '../runtime/workload-spec.ts';

/** Every RPC method that the agent calls itself. */
export const agentRpcMethods = [
  'getblockchaininfo',
  'getblockhash',
  'getchaintips',
  'getdeploymentinfo',
  'getindexinfo',
  'getmempoolinfo',
  'getnettotals',
  'getnetworkinfo',
  'gettxoutsetinfo',
  'listwalletdir',
  'listwallets',
  'uptime',
  'waitforblockheight',
] as const;

/** The node's `rpcwhitelist` for the agent's user: its own calls and those it forwards for users. */
export const agentRpcWhitelist: readonly string[] = [
  ...new Set<string>([...agentRpcMethods, ...readingCalls.map(({ method }) => method)]),
].toSorted();

export type AgentRpcMethod = (typeof agentRpcMethods)[number];

/** The meaning of a failed call. The message of `warming-up` is the daemon's own, such as "Loading block index…". */
export type RpcFault = 'unreachable' | 'unauthorized' | 'warming-up' | 'refused';

export class RpcError extends Error {
  override name = 'RpcError';
  readonly fault: RpcFault;
  readonly code: number | null;

  constructor(fault: RpcFault, message: string, code: number | null = null) {
    super(message);
    this.fault = fault;
    this.code = code;
  }
}

export interface RpcCall {
  method: AgentRpcMethod;
  params?: readonly unknown[];
}

export interface RpcResult {
  result: unknown;
}

/** Bitcoin Core's RPC_IN_WARMUP (src/rpc/protocol.h). */
const inWarmup = -28;

const answerShape = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

const batchShape = z.array(answerShape.extend({ id: z.number() }));

export interface RpcEndpoint {
  host: string;
  port: number;
  user: string;
  password: string;
}

interface Exchange {
  signal: AbortSignal;
  /** Timeout. Default: 10. */
  seconds?: number;
  /** Default: no limit. */
  maxBytes?: number;
  parse?(text: string): unknown;
}

/** JSON-RPC client of one daemon. Keeps its connections: a new one for each block would cost more than the call. */
export class RpcClient implements Disposable {
  readonly #endpoint: RpcEndpoint;
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 4 });
  #lastId = 0;

  constructor(endpoint: RpcEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Throws RpcError, also if no answer arrives within `seconds`, or when `signal` aborts. */
  call(method: AgentRpcMethod, params: readonly unknown[], signal: AbortSignal, seconds?: number): Promise<unknown> {
    return this.#ask(method, params, { signal, seconds });
  }

  /** Batches calls in one request. Throws RpcError if it fails as a whole, such as for a forbidden method. */
  async callAll(calls: readonly RpcCall[], signal: AbortSignal, seconds?: number): Promise<(RpcResult | RpcError)[]> {
    const sent = calls.map(({ method, params = [] }) => this.#numbered(method, params));
    const what = calls.map(({ method }) => method).join(', ');
    const { status, json } = await this.#exchange(what, sent, { signal, seconds });
    const byId = new Map(batchShape.safeParse(json).data?.map((answer) => [answer.id, answer]));
    return sent.map(({ id }) => {
      const answer = byId.get(id);
      if (answer === undefined) throw noAnswer(what, status);
      return outcomeOf(answer);
    });
  }

  /** Makes a call of a user. Returns the result as JSON with integers as the daemon wrote them. Throws RpcError. */
  async read(method: string, params: readonly unknown[], signal: AbortSignal, maxBytes: number): Promise<string> {
    return JSON.stringify((await this.#ask(method, params, { signal, maxBytes, parse: exactOrNull })) ?? null);
  }

  /** The number of its connections, idle ones included. */
  get openConnections(): number {
    const { sockets, freeSockets } = this.#connections;
    return [sockets, freeSockets].flatMap((ofHosts) => Object.values(ofHosts).flatMap((ofHost) => ofHost ?? [])).length;
  }

  [Symbol.dispose](): void {
    this.#connections.destroy();
  }

  async #ask(method: string, params: readonly unknown[], exchange: Exchange): Promise<unknown> {
    const { status, json } = await this.#exchange(method, this.#numbered(method, params), exchange);
    const answer = answerShape.safeParse(json);
    if (!answer.success) throw noAnswer(method, status);
    const outcome = outcomeOf(answer.data);
    if (outcome instanceof RpcError) throw outcome;
    return outcome.result;
  }

  #numbered(method: string, params: readonly unknown[]) {
    return { jsonrpc: '1.0', id: ++this.#lastId, method, params };
  }

  /** `what` names the calls in an error. */
  async #exchange(
    what: string,
    body: object,
    { signal, seconds = 10, maxBytes = Number.POSITIVE_INFINITY, parse = jsonOrNull }: Exchange,
  ): Promise<{ status: number; json: unknown }> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    const { status, text } = await this.#send(JSON.stringify(body), limit, maxBytes);
    if (status === 401 || status === 403)
      throw new RpcError('unauthorized', `the daemon refused the agent’s call ${what} (HTTP ${status})`);
    // An HTML page or an empty body is reported with the HTTP status.
    return { status, json: parse(text) };
  }

  /** The daemon closes idle connections (30 s), also while they are reused. Calls only read, so they are repeated. */
  async #send(body: string, signal: AbortSignal, maxBytes: number): Promise<{ status: number; text: string }> {
    for (;;) {
      const sent = this.#post(body, signal);
      try {
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        const text = await readAtMost(response, maxBytes);
        if (text === null) throw new RpcError('refused', `the response exceeds ${maxBytes} bytes`);
        return { status: response.statusCode ?? 0, text };
      } catch (error) {
        if (error instanceof RpcError) throw error;
        if (!sent.reusedSocket || signal.aborted)
          throw new RpcError('unreachable', `the daemon does not answer: ${errorMessage(error)}`);
      }
    }
  }

  #post(body: string, signal: AbortSignal): ClientRequest {
    const { host, port, user, password } = this.#endpoint;
    const sent = request({
      agent: this.#connections,
      host,
      port,
      method: 'POST',
      path: '/',
      auth: `${user}:${password}`,
      signal,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    // After the response has begun, reading it reports the error.
    sent.on('error', () => undefined);
    return sent.end(body);
  }
}

const exactOrNull = (text: string): unknown => (jsonOrNull(text) === null ? null : parseExactJson(text));

function outcomeOf({ result, error }: z.infer<typeof answerShape>): RpcResult | RpcError {
  if (error === null || error === undefined) return { result };
  return new RpcError(error.code === inWarmup ? 'warming-up' : 'refused', error.message, error.code);
}

const noAnswer = (what: string, status: number): RpcError =>
  new RpcError('refused', `the daemon answered ${what} with HTTP ${status} and no JSON-RPC`);

const rpcHost = (bindAddress: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[bindAddress] ?? bindAddress;

/** How the agent reaches the daemon of a node; null before ports and credentials are assigned. */
export const agentEndpoint = (
  { ports, agentRpc }: Pick<NodeRecord, 'ports' | 'agentRpc'>,
  bindAddress: string,
): RpcEndpoint | null =>
  ports && agentRpc
    ? { host: rpcHost(bindAddress), port: ports.rpc, user: agentRpcUser, password: agentRpc.password }
    : null;
