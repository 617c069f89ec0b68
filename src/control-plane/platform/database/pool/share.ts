import { Socket } from 'node:net';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import { endsWithin } from '../../../../timing/ends-within.ts';
import { poll } from '../../../../timing/poll.ts';
import { databaseErrorOf } from '../database.ts';
import type { UrlSetting } from '../database-url.ts';
import { Endpoints } from '../endpoints.ts';
import { requireKind, type Session, setUpSession } from '../session.ts';
import { FairQueue, type Owner } from './fair-queue.ts';
import type { ShareLimits } from './shares.ts';

const connectionTimeoutMillis = 5000;
/** How much longer than PostgreSQL itself this process waits for the end of a statement. */
const answerGraceMs = 5000;
const closeTimeoutMs = 2000;
const tooManyConnections = '53300';

export interface Borrowed {
  client: PoolClient;
  /** Whether a pooler answers: each transaction then begins with the session's settings. */
  isPooled: boolean;
  giveBack(isBroken: boolean): void;
}

/** Some connections to PostgreSQL, which callers borrow in a fair order. */
export class Share {
  readonly limits: ShareLimits;
  readonly #pool: Pool;
  readonly #queue: FairQueue;
  readonly #endpoints: Endpoints;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new WeakMap<object, Session & { generation: number }>();
  /** Increased when the server is no longer the one to use: its connections are then closed, not used again. */
  #generation = 0;

  constructor(url: string, limits: ShareLimits, log: Logger, setting?: UrlSetting) {
    this.limits = limits;
    this.#queue = new FairQueue({ ...limits, places: limits.connections });
    this.#endpoints = Endpoints.of(url, setting);
    this.#pool = this.#openPool();
    // Not the error itself: it references the connection, and with it the key that cancels its queries.
    this.#pool.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ code: error.code }, `lost a connection to PostgreSQL: ${error.message}`),
    );
    // The pool listens only to idle connections. One that is lost in use fails its statement, which reports it.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  counts() {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#queue.waiting };
  }

  /** Closes the idle connections, and the others after use: they lead to a server that takes no writes. */
  renew(): void {
    this.#generation++;
    const close = (client: PoolClient) => client.release(!this.#isCurrent(client));
    // A failure is one of a new connection: no idle one was left.
    for (let idle = this.#pool.idleCount; idle > 0; idle--) void this.#pool.connect().then(close, () => undefined);
  }

  /** Waits for a connection in the owner's turn. Throws QueueTimeout, or the reason of `signal`. */
  async borrow(owner: Owner, signal?: AbortSignal): Promise<Borrowed> {
    const leave = await this.#queue.take(owner, signal);
    try {
      const client = await this.#connect(signal);
      const borrowedIn = this.#sessions.get(client) ?? { isPooled: false, generation: this.#generation };
      const giveBack = (isBroken: boolean) => {
        client.release(isBroken || borrowedIn.generation !== this.#generation);
        leave();
      };
      return { client, isPooled: borrowedIn.isPooled, giveBack };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Returns how many connections had to be cut off. */
  async close(): Promise<number> {
    this.#queue.close(new Error('Cannot use a pool after calling end on the pool'));
    const closed = this.#pool.end();
    if (await endsWithin(closed, closeTimeoutMs)) return 0;
    const cutOff = this.#sockets.size;
    for (const socket of this.#sockets) socket.destroy();
    await endsWithin(closed, closeTimeoutMs);
    return cutOff;
  }

  #openPool(): Pool {
    const { limits } = this;
    const endpoints = this.#endpoints;
    return new Pool({
      Client: class extends Client {
        constructor(options?: ClientConfig) {
          super({ ...options, ...endpoints.current });
        }
      },
      onConnect: async (client) => {
        const session = await setUpSession(client, limits.statementTimeoutMs);
        requireKind(session, endpoints.wants);
        this.#sessions.set(client, { ...session, generation: this.#generation });
      },
      max: limits.connections,
      min: limits.keptOpen,
      connectionTimeoutMillis,
      query_timeout: limits.transactionStatementTimeoutMs + answerGraceMs,
      keepAlive: true,
      stream: () => this.#openSocket(),
    });
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }

  /** If other programs use up the connections, waits for one of ours. Throws the reason of `signal`. */
  async #connect(signal?: AbortSignal): Promise<PoolClient> {
    let refusal: unknown;
    const client = await poll(
      () =>
        this.#endpoints
          .connect(() => this.#connectToCurrent())
          .catch((error: unknown) => {
            if (databaseErrorOf(error).code !== tooManyConnections) throw error;
            refusal = error;
            return undefined;
          }),
      { withinMs: this.limits.waitMs, signal },
    );
    if (client === undefined) throw refusal;
    return client;
  }

  /** Returns a connection to the server in use, and closes those to a previous one. */
  async #connectToCurrent(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#isCurrent(client)) return client;
      client.release(true);
    }
  }

  #isCurrent(client: PoolClient): boolean {
    return this.#sessions.get(client)?.generation === this.#generation;
  }
}
