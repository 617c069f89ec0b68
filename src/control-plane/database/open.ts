import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../settings.ts';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';

export interface OpenDatabase {
  database: Database;
  /** Tells other processes where this one serves; needed only for the embedded database. */
  announce(url: string): void;
  close(): Promise<void>;
}

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** Opens the database and migrates it. Throws ControlPlaneSetupError for what the operator can mend. */
export async function openDatabase(settings: ControlPlaneSettings, log: Logger): Promise<OpenDatabase> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  chmodSync(settings.dataDir, 0o700);
  return settings.databaseUrl === undefined ? openEmbedded(settings.dataDir) : openServer(settings.databaseUrl, log);
}

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const lock = lockFolder(dataDir);
  try {
    const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('drizzle-orm/pglite'),
      import('drizzle-orm/pglite/migrator'),
    ]);
    const client = await PGlite.create(join(dataDir, 'database'));
    const database = drizzle(client);
    await migrate(database, { migrationsFolder });
    const close = async () => {
      await client.close();
      lock.release();
    };
    return { database, announce: (url) => lock.announce(url), close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openServer(url: string, log: Logger): Promise<OpenDatabase> {
  const [{ Pool }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  const pool = new Pool({ connectionString: url, max: 10 });
  // Not the error itself: it carries the connection, and with it the key that cancels its queries.
  pool.on('error', (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, `a connection to PostgreSQL was lost: ${error.message}`),
  );
  const database = drizzle(pool);
  try {
    // Replicas that start together must not migrate together.
    const connection = await pRetry(() => pool.connect(), {
      // A database server that starts together with this one takes a moment.
      retries: 6,
      minTimeout: 500,
      shouldRetry: ({ error }) => /^(ECONNREFUSED|57P03)$/.test((error as { code?: string }).code ?? ''),
    });
    try {
      await connection.query('SELECT pg_advisory_lock(7238461905)');
      await migrate(database, { migrationsFolder });
    } finally {
      await connection.query('SELECT pg_advisory_unlock(7238461905)').finally(() => connection.release());
    }
  } catch (error) {
    await pool.end();
    const code = (error as { code?: string }).code ?? '';
    if (/^(ECONN|ENOTFOUND|28|3D)/.test(code)) {
      throw new ControlPlaneSetupError(`cannot connect to the PostgreSQL of DATABASE_URL: ${errorMessage(error)}`);
    }
    throw error;
  }
  return { database, announce: () => undefined, close: () => pool.end() };
}
