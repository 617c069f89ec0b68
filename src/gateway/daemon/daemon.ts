import type { EventEmitter } from 'node:events';
import { type Dispatcher, Pool } from 'undici';
import { errorMessage } from '../../text/error-message.ts';
import { DaemonFault } from './daemon-fault.ts';

/** A call in the request to a daemon. */
export interface DaemonCall {
  method: string;
  /** Serialised. */
  params: string;
}

export interface DaemonAccess {
  url: string;
  user: string;
  password: string;
}

export interface SendOptions {
  /** Until the daemon begins to answer, which it does once its answer is complete. 0: no limit. */
  timeoutMs: number;
  /** An answer that is longer is returned as a stream. */
  holdBytes: number;
  /** The path of a wallet. Default: `/`. */
  path?: string | undefined;
  /** Ends the request when it emits `abort`. */
  abort?: EventEmitter;
}

/** The whole answer, or its beginning and a stream of the rest. */
export type DaemonAnswer = { text: string } | { head: Buffer; rest: AsyncIterator<Buffer>; cancel(): void };

/** More connections than calls that a member may have in flight, and those of the gateway itself. */
const connections = 24;
/** bitcoind closes idle connections after 30 s (`rpcservertimeout`). */
const keepAliveMs = 10_000;
const bodyTimeoutMs = 60_000;

/** The RPC server of one daemon. */
export class Daemon {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  constructor({ url, user, password }: DaemonAccess) {
    this.#pool = new Pool(url, {
      connections,
      pipelining: 1,
      allowH2: false,
      connectTimeout: 3000,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      bodyTimeout: bodyTimeoutMs,
    });
    this.#headers = {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    };
  }

  /** Sends calls in one request, whose answers have the ids 0, 1, …. Throws DaemonFault. */
  async send(
    calls: readonly DaemonCall[],
    { timeoutMs, holdBytes, path = '/', abort }: SendOptions,
  ): Promise<DaemonAnswer> {
    try {
      const response = await this.#pool.request({
        method: 'POST',
        path,
        headers: this.#headers,
        body: requestText(calls),
        headersTimeout: timeoutMs,
        signal: abort ?? null,
      });
      if (response.statusCode !== 200) throw await refusal(response);
      return await hold(response.body, holdBytes);
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** Ends all requests. */
  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** What the daemon receives: nothing of the consumer's own text. */
const requestText = (calls: readonly DaemonCall[]): string =>
  `[${calls.map(({ method, params }, id) => `{"id":${id},"method":${JSON.stringify(method)},"params":${params}}`).join(',')}]`;

async function hold(body: Dispatcher.ResponseData['body'], holdBytes: number): Promise<DaemonAnswer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const held: Buffer[] = [];
  let bytes = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    held.push(next.value);
    bytes += next.value.length;
    if (bytes > holdBytes) return { head: Buffer.concat(held), rest: faulty(chunks), cancel: () => body.destroy() };
  }
  const [only] = held;
  return { text: (held.length === 1 && only !== undefined ? only : Buffer.concat(held)).toString() };
}

/** The same chunks, whose errors are DaemonFaults. */
const faulty = (chunks: AsyncIterator<Buffer>): AsyncIterator<Buffer> => ({
  next: async () => {
    try {
      return await chunks.next();
    } catch (error) {
      throw faultOf(error);
    }
  },
});

async function refusal({ statusCode, body }: Dispatcher.ResponseData): Promise<DaemonFault> {
  await body.dump();
  if (statusCode === 401) return new DaemonFault('unauthorized', 'it does not know the gateway’s user or its password');
  if (statusCode === 403) return new DaemonFault('forbidden', 'its rpcwhitelist lacks the method');
  if (statusCode === 503) return new DaemonFault('busy', 'its queue of calls is full');
  return new DaemonFault('invalid', `it answered with HTTP ${statusCode}`);
}

const timeouts: ReadonlySet<unknown> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function faultOf(error: unknown): DaemonFault {
  if (error instanceof DaemonFault) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'UND_ERR_ABORTED' || (error instanceof Error && error.name === 'AbortError'))
    return new DaemonFault('abandoned', 'the call was ended');
  if (timeouts.has(code)) return new DaemonFault('timeout', 'it does not answer in time');
  return new DaemonFault('unreachable', `it does not answer: ${errorMessage(error)}`);
}
