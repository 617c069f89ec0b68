import { Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { endsWithin } from '../../../../timing/ends-within.ts';
import { poll } from '../../../../timing/poll.ts';
import { databaseErrorOf } from '../database.ts';
import { FairQueue, type Owner } from './fair-queue.ts';
import type { ShareLimits } from './shares.ts';

const connectionTimeoutMillis = 5000;
/** How much longer than PostgreSQL itself this process waits for the end of a statement. */
const answerGraceMs = 5000;
const closeTimeoutMs = 2000;
const tooManyConnections = '53300';

export interface Borrowed {
  client: PoolClient;
  giveBack(isBroken: boolean): void;
}

export class Share {
  readonly limits: ShareLimits;
  readonly #pool: Pool;
  readonly #queue: FairQueue;
  readonly #sockets = new Set<Socket>();

  constructor(url: string, limits: ShareLimits, log: Logger) {
    this.limits = limits;
    this.#queue = new FairQueue({ ...limits, places: limits.connections });
    this.#pool = new Pool({
      connectionString: url,
      max: limits.connections,
      min: limits.keptOpen,
      connectionTimeoutMillis,
      statement_timeout: limits.statementTimeoutMs,
      query_timeout: limits.transactionStatementTimeoutMs + answerGraceMs,
      keepAlive: true,
      stream: () => {
        const socket = new Socket();
        this.#sockets.add(socket);
        return socket.once('close', () => this.#sockets.delete(socket));
      },
    });
    // Not the error itself: it references the connection, and with it the key that cancels its queries.
    this.#pool.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ code: error.code }, `lost a connection to PostgreSQL: ${error.message}`),
    );
    // The pool listens only to idle connections. One that is lost in use fails its statement, which reports it.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  get counts(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#queue.waiting };
  }

  async borrow(owner: Owner, signal?: AbortSignal): Promise<Borrowed> {
    const leave = await this.#queue.take(owner, signal);
    try {
      const client = await this.#connect(signal);
      const giveBack = (isBroken: boolean) => {
        client.release(isBroken);
        leave();
      };
      return { client, giveBack };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async close(): Promise<number> {
    this.#queue.close(new Error('Cannot use a pool after calling end on the pool'));
    const closed = this.#pool.end();
    if (await endsWithin(closed, closeTimeoutMs)) return 0;
    const cutOff = this.#sockets.size;
    for (const socket of this.#sockets) socket.destroy();
    await endsWithin(closed, closeTimeoutMs);
    return cutOff;
  }

  /** If other programs use up the connections, waits for one of ours. Throws the reason of `signal`. */
  async #connect(signal?: AbortSignal): Promise<PoolClient> {
    let refusal: unknown;
    const client = await poll(
      () =>
        this.#pool.connect().catch((error: unknown) => {
          if (databaseErrorOf(error).code !== tooManyConnections) throw error;
          refusal = error;
          return undefined;
        }),
      { withinMs: this.limits.waitMs, signal },
    );
    if (client === undefined) throw refusal;
    return client;
  }
}
