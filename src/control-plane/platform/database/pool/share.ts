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

export type Share = ReturnType<typeof openShare>;

export function openShare(url: string, limits: ShareLimits, log: Logger, setting?: UrlSetting) {
  const sockets = new Set<Socket>();
  const queue = new FairQueue({ ...limits, places: limits.connections });
  const endpoints = Endpoints.of(url, setting);
  /** Increased when the server is no longer the one to use: its connections are then closed, not used again. */
  let generation = 0;
  const sessions = new WeakMap<object, Session & { generation: number }>();
  const pool = new Pool({
    Client: class extends Client {
      constructor(options?: ClientConfig) {
        super({ ...options, ...endpoints.current });
      }
    },
    onConnect: async (client) => {
      const session = await setUpSession(client, limits.statementTimeoutMs);
      requireKind(session, endpoints.wants);
      sessions.set(client, { ...session, generation });
    },
    max: limits.connections,
    min: limits.keptOpen,
    connectionTimeoutMillis,
    query_timeout: limits.transactionStatementTimeoutMs + answerGraceMs,
    keepAlive: true,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Not the error itself: it references the connection, and with it the key that cancels its queries.
  pool.on('error', (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, `lost a connection to PostgreSQL: ${error.message}`),
  );
  // The pool listens only to idle connections. One that is lost in use fails its statement, which reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const current = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (sessions.get(client)?.generation === generation) return client;
      client.release(true);
    }
  };
  /** If other programs use up the connections, waits for one of ours. Throws the reason of `signal`. */
  const connect = async (signal?: AbortSignal): Promise<PoolClient> => {
    let refusal: unknown;
    const client = await poll(
      () =>
        endpoints.connect(current).catch((error: unknown) => {
          if (databaseErrorOf(error).code !== tooManyConnections) throw error;
          refusal = error;
          return undefined;
        }),
      { withinMs: limits.waitMs, signal },
    );
    if (client === undefined) throw refusal;
    return client;
  };
  return {
    limits,
    counts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: queue.waiting }),
    /** Closes the idle connections, and the others after use: they lead to a server that takes no writes. */
    renew: (): void => {
      generation++;
      const close = (client: PoolClient) => client.release(sessions.get(client)?.generation !== generation);
      // A failure is one of a new connection: no idle one was left.
      for (let idle = pool.idleCount; idle > 0; idle--) void pool.connect().then(close, () => undefined);
    },
    borrow: async (owner: Owner, signal?: AbortSignal): Promise<Borrowed> => {
      const leave = await queue.take(owner, signal);
      try {
        const client = await connect(signal);
        const { isPooled, generation: ofThis } = sessions.get(client) ?? { isPooled: false, generation };
        const giveBack = (isBroken: boolean) => {
          client.release(isBroken || ofThis !== generation);
          leave();
        };
        return { client, isPooled, giveBack };
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: async (): Promise<number> => {
      queue.close(new Error('Cannot use a pool after calling end on the pool'));
      const closed = pool.end();
      if (await endsWithin(closed, closeTimeoutMs)) return 0;
      const cutOff = sockets.size;
      for (const socket of sockets) socket.destroy();
      await endsWithin(closed, closeTimeoutMs);
      return cutOff;
    },
  };
}
