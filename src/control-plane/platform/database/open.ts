import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Logger } from 'pino';
import { packageRoot } from '../../../package-root.ts';
import { systemClock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../../settings.ts';
import type { Traces } from '../monitoring/traces.ts';
import { withConnection } from './connect.ts';
import { prepareDataFolder } from './data-folder.ts';
import { type Database, type OpenDatabase, rowsOf, sql } from './database.ts';
import { listenOn } from './listen-server.ts';
import { readReplica } from './pool/read-replica.ts';
import { startEmbedded } from './start-embedded.ts';

export async function openDatabase(
  { dataDir, databaseUrl, readDatabaseUrl }: ControlPlaneSettings,
  log: Logger,
  traces?: Traces,
): Promise<OpenDatabase> {
  prepareDataFolder(dataDir);
  if (databaseUrl !== undefined) return openServer(databaseUrl, log, traces, readDatabaseUrl);
  await using resources = new AsyncDisposableStack();
  const embedded = resources.use(await startEmbedded(dataDir, log));
  const connected = await openServer(embedded.url, log, traces);
  resources.defer(connected.close);
  const owned = resources.move();
  return { ...connected, announce: (url) => embedded.announce(url), close: () => owned.disposeAsync() };
}

/** For a command, which needs the database once. */
export async function withDatabase<T>(
  settings: ControlPlaneSettings,
  log: Logger,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database, close } = await openDatabase(settings, log);
  return work(database).finally(close);
}

export async function openServer(url: string, log: Logger, traces?: Traces, readUrl?: string): Promise<OpenDatabase> {
  const { connectionPool } = await import('./pool/connection-pool.ts');
  await migrateServer(url);
  const published = new Notify(systemClock);
  const common = { log, traces, published };
  const pool = connectionPool({ ...common, url });
  const replicas = readUrl === undefined ? undefined : connectionPool({ ...common, url: readUrl });
  const replica = replicas && readReplica({ primary: pool, replica: replicas, clock: systemClock, log });
  return {
    database: pool.databaseFor({ share: 'jobs' }),
    databaseFor: pool.databaseFor,
    read: (user, work) => replica?.read(user, work) ?? work(pool.databaseFor(user)),
    replicaTasks: replica === undefined ? [] : [replica.task],
    listen: listenOn(url),
    published,
    url,
    connections: pool.counts,
    announce: () => undefined,
    close: async () => {
      await Promise.all([pool.close(), replicas?.close()]);
    },
  };
}

/** Migrates on its own connection, because a migration may take longer than any statement of a request. */
async function migrateServer(url: string): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  await withConnection(url, async (client) => {
    // Replicas that start at the same time must not migrate concurrently. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(7238461905)');
    const database = drizzle(client);
    await refuseLaterDatabase(database);
    await migrate(database, { migrationsFolder });
  });
}

/** Contains the migrations in order, each with its time. */
export const migrationsFolder = join(packageRoot(), 'src/control-plane/platform/database/migrations');

export async function isMigratedLater(database: Database): Promise<boolean> {
  const found = await database.execute(sql`SELECT to_regclass('drizzle.__drizzle_migrations')::text AS name`);
  if (rowsOf<{ name: string | null }>(found)[0]?.name === null) return false;
  const latest = await database.execute(sql`SELECT max(created_at)::text AS applied FROM drizzle.__drizzle_migrations`);
  const applied = Number(rowsOf<{ applied: string | null }>(latest)[0]?.applied);
  return applied > Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
}

/** Refuses a database of a later release: statements could fail, or destroy data of that release. */
async function refuseLaterDatabase(database: Database): Promise<void> {
  if (!(await isMigratedLater(database))) return;
  throw new ControlPlaneSetupError(
    'a later release of Satrap has migrated this database; start that release or a later one, or restore the backup from before the upgrade',
  );
}
