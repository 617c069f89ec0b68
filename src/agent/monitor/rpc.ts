import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import * as z from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { parseExactJson } from '../../text/exact-json.ts';
import { fitText } from '../../text/fit-text.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { isJsonWithin } from '../../text/json-within.ts';
import { printable } from '../../text/printable.ts';
import { readAtMost } from '../../text/read-at-most.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { agentRpcUser } from '../runtime/workload-spec.ts';
import { AnswerBudget, jsonLimits, maxAnswerBytes, maxOverheadBytes } from './answer-limits.ts';
import { AnswerMemory } from './answer-memory.ts';
import type { AgentRpcMethod } from './rpc-methods.ts';

/**
 * The meaning of a failed call. The message of `warming-up` is the daemon's own, such as "Loading block index…".
 * `timeout`: it takes connections but does not answer in time. `busy`: its queue of calls is full. `invalid`: the answer is too large or not what Bitcoin Core answers.
 */
export type RpcFault = 'unreachable' | 'timeout' | 'busy' | 'unauthorized' | 'warming-up' | 'refused' | 'invalid';

/** A daemon's message is shown to people and sent to the control plane. */
const maxMessageLength = 500;

export class RpcError extends Error {
  override name = 'RpcError';
  readonly fault: RpcFault;
  readonly code: number | null;

  constructor(fault: RpcFault, message: string, code: number | null = null) {
    super(fitText(printable(message), maxMessageLength));
    this.fault = fault;
    this.code = code;
  }
}

export const isInvalidAnswer = (error: unknown): error is RpcError =>
  error instanceof RpcError && error.fault === 'invalid';

/** Parses what a daemon answered to `method`. Throws RpcError `invalid`. */
export function answerOf<T>(method: string, shape: z.ZodType<T>, answer: unknown): T {
  const { data, error } = shape.safeParse(answer);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` in ${issue.path.join('.')}`;
  throw new RpcError('invalid', `the daemon’s answer to ${method} is invalid${where}: ${issue?.message ?? ''}`);
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

const batchItemShape = answerShape.extend({ id: z.number() });

export interface RpcEndpoint {
  host: string;
  port: number;
  user: string;
  password: string;
}

interface Exchange {
  signal: AbortSignal;
  /** From the start of the request to the end of the answer. Default: 10. */
  seconds?: number;
  maxBytes: number;
  parse?(text: string): unknown;
}

/** Calls the methods of one daemon. Throws RpcError. */
export type RpcCaller = Pick<RpcClient, 'call'>;

/** JSON-RPC client of one daemon. Keeps its connections: a new one for each block would cost more than the call. */
export class RpcClient implements Disposable {
  readonly #endpoint: RpcEndpoint;
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 4 });
  readonly #budget = new AnswerBudget();
  readonly #memory: AnswerMemory;
  #lastId = 0;

  /** `memory`: that of all daemons. Default: one of its own, for calls with small answers. */
  constructor(endpoint: RpcEndpoint, memory = new AnswerMemory()) {
    this.#endpoint = endpoint;
    this.#memory = memory;
  }

  /** Throws RpcError, also if no answer arrives within `seconds`, or when `signal` aborts. */
  call(method: AgentRpcMethod, params: readonly unknown[], signal: AbortSignal, seconds?: number): Promise<unknown> {
    return this.#ask(method, params, { signal, seconds, maxBytes: maxAnswerBytes([method]) });
  }

  /** Batches calls in one request. Throws RpcError if it fails as a whole, such as for a forbidden method. */
  async callAll(calls: readonly RpcCall[], signal: AbortSignal, seconds?: number): Promise<(RpcResult | RpcError)[]> {
    const sent = calls.map(({ method, params = [] }) => this.#numbered(method, params));
    const what = calls.map(({ method }) => method).join(', ');
    const maxBytes = maxAnswerBytes(calls.map(({ method }) => method));
    const { status, json } = await this.#exchange(what, sent, { signal, seconds, maxBytes });
    const answers = Array.isArray(json) && json.length <= calls.length ? (json as unknown[]) : [];
    const valid = answers.flatMap((answer) => batchItemShape.safeParse(answer).data ?? []);
    const byId = new Map(valid.map((answer) => [answer.id, answer]));
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
    { signal, seconds = 10, maxBytes, parse = jsonOrNull }: Exchange,
  ): Promise<{ status: number; json: unknown }> {
    await this.#budget.wait(signal).catch(() => {
      throw unreachable('the call was cancelled');
    });
    const timeout = AbortSignal.timeout(seconds * 1000);
    const limit = AbortSignal.any([signal, timeout]);
    const { status, text } = await this.#send(JSON.stringify(body), limit, maxBytes).catch((error: unknown) => {
      if (!timeout.aborted || signal.aborted) throw error;
      throw new RpcError('timeout', `the daemon did not answer ${what} within ${seconds} s`);
    });
    if (status === 401 || status === 403)
      throw new RpcError('unauthorized', `the daemon refused the agent’s call ${what} (HTTP ${status})`);
    if (text === null) throw new RpcError('invalid', `the daemon’s answer to ${what} exceeds ${sizeText(maxBytes)}`);
    if (!isJsonWithin(text, jsonLimits(maxBytes)))
      throw new RpcError('invalid', `the daemon’s answer to ${what} is nested too deeply or has too many values`);
    // An HTML page or an empty body is reported with the HTTP status.
    return { status, json: parse(text) };
  }

  /**
   * Returns a null text for an answer beyond `maxBytes`. The daemon closes idle connections (30 s), also while they are
   * reused. Calls only read, so they are repeated.
   */
  async #send(body: string, signal: AbortSignal, maxBytes: number): Promise<{ status: number; text: string | null }> {
    for (;;) {
      const sent = this.#post(body, signal);
      const received = countReceived(sent, maxBytes + maxOverheadBytes);
      using share = this.#memory.share(() => sent.destroy());
      try {
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        return { status: response.statusCode ?? 0, text: await readAtMost(response, maxBytes, share.grow) };
      } catch (error) {
        if (received.isTooMuch) return { status: 0, text: null };
        if (share.isRevoked)
          throw new RpcError('timeout', 'the daemon’s answer did not end before newer ones needed its memory');
        if (!sent.reusedSocket || signal.aborted)
          throw unreachable(`the daemon does not answer: ${errorMessage(error)}`);
      } finally {
        this.#budget.spend(received.bytes);
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

/** Counts everything received for a request, with headers, interim answers and framing, and ends it beyond `maxBytes`. */
function countReceived(sent: ClientRequest, maxBytes: number): { bytes: number; isTooMuch: boolean } {
  const received = { bytes: 0, isTooMuch: false };
  const count = (chunk: Buffer) => {
    received.bytes += chunk.length;
    if (received.bytes <= maxBytes) return;
    received.isTooMuch = true;
    sent.destroy();
  };
  sent.once('socket', (socket) => {
    socket.on('data', count);
    // A kept connection serves the next request.
    sent.once('close', () => socket.off('data', count));
  });
  return received;
}

const unreachable = (message: string): RpcError => new RpcError('unreachable', message);

const sizeText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MiB` : `${Math.floor(bytes / 1024)} KiB`;

const exactOrNull = (text: string): unknown => (jsonOrNull(text) === null ? null : parseExactJson(text));

function outcomeOf({ result, error }: z.infer<typeof answerShape>): RpcResult | RpcError {
  if (error === null || error === undefined) return { result };
  return new RpcError(error.code === inWarmup ? 'warming-up' : 'refused', error.message, error.code);
}

/** A busy daemon refuses calls with HTTP 503 and plain text. */
const noAnswer = (what: string, status: number): RpcError =>
  new RpcError(
    status === 200 ? 'invalid' : status === 503 ? 'busy' : 'refused',
    `the daemon answered ${what} with HTTP ${status} and no JSON-RPC`,
  );

const rpcHost = (bindAddress: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[bindAddress] ?? bindAddress;

/** How the agent reaches the daemon of a node; null before ports and credentials are assigned. */
export const agentEndpoint = (
  { ports, agentRpc }: Pick<NodeRecord, 'ports' | 'agentRpc'>,
  bindAddress: string,
): RpcEndpoint | null =>
  ports && agentRpc
    ? { host: rpcHost(bindAddress), port: ports.rpc, user: agentRpcUser, password: agentRpc.password }
    : null;
