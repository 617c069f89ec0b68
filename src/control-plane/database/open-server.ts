import { Socket } from 'node:net';
import type { Logger } from 'pino';
import { endsWithin } from '../../timing/ends-within.ts';
import type { Traces } from '../monitoring/traces.ts';
import { withConnection } from './connect.ts';
import type { OpenDatabase } from './database.ts';
import { listenOn } from './listen-server.ts';
import { migrationsFolder, refuseLaterDatabase } from './migrations.ts';
import { tracePool, traceTransactions } from './traced-pool.ts';

const connectionTimeoutMillis = 5000;
/** PostgreSQL ends a statement after this time … */
const statementTimeoutMs = 30_000;
/** … and one that does not answer at all is given up after this. */
const answerTimeoutMs = 35_000;
const closeTimeoutMs = 5000;

/** Connects to a PostgreSQL server and migrates its database. */
export async function openServer(url: string, log: Logger, traces?: Traces): Promise<OpenDatabase> {
  const [{ Pool }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')]);
  await migrateServer(url);
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Not the error itself: it carries the connection, and with it the key that cancels its queries.
  pool.on('error', (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, `a connection to PostgreSQL was lost: ${error.message}`),
  );
  // The pool listens only to idle connections. One that is lost in use fails its statement, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (traces !== undefined) tracePool(pool, traces);
  const close = async () => {
    const closed = pool.end();
    if (!(await endsWithin(closed, closeTimeoutMs))) for (const socket of sockets) socket.destroy();
    await closed;
  };
  const connections = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  const database = drizzle(pool);
  if (traces !== undefined) traceTransactions(database, traces);
  return { database, listen: listenOn(url), url, connections, announce: () => undefined, close };
}

/** Migrates on a connection of its own, because a migration may take longer than any statement of a request. */
async function migrateServer(url: string): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  await withConnection(url, async (client) => {
    // Replicas that start together must not migrate together. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(7238461905)');
    const database = drizzle(client);
    await refuseLaterDatabase(database);
    await migrate(database, { migrationsFolder });
  });
}
