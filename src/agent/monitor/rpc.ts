import { Agent, request } from 'node:http';
import * as z from 'zod';
import { readingCalls } from '../../bitcoin/reading-calls.ts';
import { parseExactJson } from '../../text/exact-json.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';

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

const defaultTimeoutSeconds = 10;

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

interface HttpAnswer {
  status: number;
  text: string;
}

/** A kept-alive connection was closed: the call is repeated on a new one. */
class IdleConnectionClosed extends Error {
  override name = 'IdleConnectionClosed';
}

class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/**
 * JSON-RPC client of one daemon. Keeps its connections open, because a new one for each block would cost more than the
 * call.
 */
export class RpcClient {
  readonly #endpoint: RpcEndpoint;
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 4 });
  #lastId = 0;

  constructor(endpoint: RpcEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Throws RpcError, also if no answer arrives within `seconds`, or when `signal` aborts. */
  call(
    method: AgentRpcMethod,
    params: readonly unknown[],
    signal: AbortSignal,
    seconds = defaultTimeoutSeconds,
  ): Promise<unknown> {
    return this.#ask({ method, params }, AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]), Infinity);
  }

  /**
   * Batches several calls in one request. Throws RpcError if the request fails as a whole, such as for a method that is
   * not allowed.
   */
  async callAll(
    calls: readonly RpcCall[],
    signal: AbortSignal,
    seconds = defaultTimeoutSeconds,
  ): Promise<(RpcResult | RpcError)[]> {
    const sent = calls.map(({ method, params = [] }) => ({ jsonrpc: '1.0', id: ++this.#lastId, method, params }));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    const what = calls.map(({ method }) => method).join(', ');
    const { status, json } = await this.#exchange(what, sent, limit, Infinity);
    const answers = batchShape.safeParse(json);
    const byId = new Map(answers.data?.map((answer) => [answer.id, answer]));
    return sent.map(({ id }) => {
      const answer = byId.get(id);
      if (answer === undefined) throw noAnswer(what, status);
      return outcomeOf(answer);
    });
  }

  /**
   * Makes a call requested by a user. Returns the result as JSON with integers as the daemon wrote them. Throws
   * RpcError.
   */
  async read(method: string, params: readonly unknown[], signal: AbortSignal, maxBytes: number): Promise<string> {
    const timeout = AbortSignal.timeout(defaultTimeoutSeconds * 1000);
    const limit = AbortSignal.any([signal, timeout]);
    return JSON.stringify((await this.#ask({ method, params }, limit, maxBytes, exactOrNull)) ?? null);
  }

  async #ask(
    { method, params }: { method: string; params: readonly unknown[] },
    signal: AbortSignal,
    maxBytes: number,
    parse: (text: string) => unknown = jsonOrNull,
  ): Promise<unknown> {
    const call = { jsonrpc: '1.0', id: ++this.#lastId, method, params };
    const { status, json } = await this.#exchange(method, call, signal, maxBytes, parse);
    const answer = answerShape.safeParse(json);
    if (!answer.success) throw noAnswer(method, status);
    const outcome = outcomeOf(answer.data);
    if (outcome instanceof RpcError) throw outcome;
    return outcome.result;
  }

  /** `what` names the calls in an error. */
  async #exchange(
    what: string,
    body: object,
    signal: AbortSignal,
    maxBytes: number,
    parse = jsonOrNull,
  ): Promise<{ status: number; json: unknown }> {
    const { status, text } = await this.#send(JSON.stringify(body), signal, maxBytes);
    if (status === 401 || status === 403)
      throw new RpcError('unauthorized', `the daemon refused the agent’s call ${what} (HTTP ${status})`);
    // An HTML page or an empty body is reported with the HTTP status.
    return { status, json: parse(text) };
  }

  close(): void {
    this.#connections.destroy();
  }

  /**
   * The daemon closes connections idle for `rpcservertimeout` (30 s), even when they are being reused. Calls only read,
   * so they are repeated.
   */
  async #send(body: string, signal: AbortSignal, maxBytes: number): Promise<HttpAnswer> {
    for (;;) {
      const outcome = await this.#post(body, signal, maxBytes);
      if (!(outcome instanceof Error)) return outcome;
      if (outcome instanceof AnswerTooLarge) throw new RpcError('refused', outcome.message);
      if (!(outcome instanceof IdleConnectionClosed) || signal.aborted) {
        throw new RpcError('unreachable', `the daemon does not answer: ${outcome.message}`);
      }
    }
  }

  #post(body: string, signal: AbortSignal, maxBytes: number): Promise<HttpAnswer | Error> {
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
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= maxBytes) return chunks.push(chunk);
          resolve(new AnswerTooLarge(`the response exceeds ${maxBytes} bytes`));
          return response.destroy();
        });
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

const exactOrNull = (text: string): unknown => (jsonOrNull(text) === null ? null : parseExactJson(text));

function outcomeOf({ result, error }: z.infer<typeof answerShape>): RpcResult | RpcError {
  if (error === null || error === undefined) return { result };
  return new RpcError(error.code === inWarmup ? 'warming-up' : 'refused', error.message, error.code);
}

const noAnswer = (what: string, status: number): RpcError =>
  new RpcError('refused', `the daemon answered ${what} with HTTP ${status} and no JSON-RPC`);

export const rpcHost = (bindAddress: string): string =>
  ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[bindAddress] ?? bindAddress;
