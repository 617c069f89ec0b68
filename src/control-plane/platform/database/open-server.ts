import type { Logger } from 'pino';
import type { Traces } from '../monitoring/traces.ts';
import { withConnection } from './connect.ts';
import type { OpenDatabase } from './database.ts';
import { listenOn } from './listen-server.ts';
import { migrationsFolder, refuseLaterDatabase } from './migrations.ts';

/** Connects to a PostgreSQL server and migrates its database. */
export async function openServer(url: string, log: Logger, traces?: Traces): Promise<OpenDatabase> {
  const { ConnectionPool } = await import('./pool/connection-pool.ts');
  await migrateServer(url);
  const pool = new ConnectionPool({ url, log, traces });
  return {
    database: pool.databaseFor({ share: 'jobs' }),
    databaseFor: (user) => pool.databaseFor(user),
    listen: listenOn(url),
    url,
    connections: () => pool.counts,
    announce: () => undefined,
    close: () => pool.close(),
  };
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
