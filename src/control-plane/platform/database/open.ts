import type { Logger } from 'pino';
import { systemClock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import type { ControlPlaneSettings } from '../../settings.ts';
import type { Traces } from '../monitoring/traces.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { Database, OpenDatabase } from './database.ts';
import { directUrl } from './database-url.ts';
import { listenOn } from './listen-server.ts';
import { migrateServer, requireMigrated } from './migrate.ts';
import { readReplica } from './pool/read-replica.ts';
import { startEmbedded } from './start-embedded.ts';

export async function openDatabase(
  { dataDir, databaseUrl, directDatabaseUrl, readDatabaseUrl }: ControlPlaneSettings,
  log: Logger,
  traces?: Traces,
): Promise<OpenDatabase> {
  prepareDataFolder(dataDir);
  if (databaseUrl !== undefined) return openServer(databaseUrl, log, traces, { readDatabaseUrl, directDatabaseUrl });
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

export async function openServer(
  url: string,
  log: Logger,
  traces?: Traces,
  { readDatabaseUrl, directDatabaseUrl }: Pick<ControlPlaneSettings, 'readDatabaseUrl' | 'directDatabaseUrl'> = {},
): Promise<OpenDatabase> {
  const { connectionPool } = await import('./pool/connection-pool.ts');
  const direct = directUrl(url, directDatabaseUrl);
  await migrateServer(direct, log);
  // Nothing has gone this way yet: its faults, too, are those of a start, not of the first request.
  if (directDatabaseUrl !== undefined) await requireMigrated(url);
  const published = new Notify(systemClock);
  const common = { log, traces, published };
  const pool = connectionPool({ ...common, url });
  const replicas =
    readDatabaseUrl === undefined
      ? undefined
      : connectionPool({ ...common, url: readDatabaseUrl, setting: 'READ_DATABASE_URL' });
  const replica = replicas && readReplica({ primary: pool, replica: replicas, clock: systemClock, log });
  return {
    database: pool.databaseFor({ share: 'jobs' }),
    databaseFor: pool.databaseFor,
    read: (user, work) => replica?.read(user, work) ?? work(pool.databaseFor(user)),
    replicaTasks: replica === undefined ? [] : [replica.task],
    listen: listenOn(direct.url, direct.setting),
    published,
    url,
    connections: pool.counts,
    announce: () => undefined,
    close: async () => {
      await Promise.all([pool.close(), replicas?.close()]);
    },
  };
}
