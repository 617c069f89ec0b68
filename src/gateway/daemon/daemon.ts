import { Pool } from 'undici';
import { ReceivedAnswer, type Sent } from './received-answer.ts';

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
  /** Charges bytes of the answer that are held. Returns false if a long answer must not be held. Default: any may. */
  charge?: (bytes: number) => boolean;
  /** The path of a wallet. Default: `/`. */
  path?: string | undefined;
}

/** More connections than calls that a member with the most RPC threads may have in flight, and those of the gateway itself. */
const connections = 320;
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

  /** Sends calls in one request, whose answers have the ids 0, 1, …. */
  send(calls: readonly DaemonCall[], { timeoutMs, holdBytes, charge = () => true, path = '/' }: SendOptions): Sent {
    const received = new ReceivedAnswer(holdBytes, charge);
    const request = {
      method: 'POST',
      path,
      headers: this.#headers,
      body: requestText(calls),
      headersTimeout: timeoutMs,
    } as const;
    this.#pool.dispatch(request, received);
    return received;
  }

  /** Ends all requests. */
  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** What the daemon receives: nothing of the consumer's own text. */
const requestText = (calls: readonly DaemonCall[]): string =>
  `[${calls.map(({ method, params }, id) => `{"id":${id},"method":${JSON.stringify(method)},"params":${params}}`).join(',')}]`;
