import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { packageRoot } from '../../../package-root.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { poll } from '../../../timing/poll.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { withConnection, withTransaction } from './connect.ts';
import { setupAdvice } from './connection-fault.ts';
import { type Database, databaseErrorOf, rowsOf, sql } from './database.ts';
import type { directUrl } from './database-url.ts';

/** Guards migrations and restores, until the end of a transaction: a pooler would keep a session's lock. */
export const migrationLock = '7238461905';
const tellAfterMs = 5000;
/** A migration of a large database takes minutes. */
const maxWaitMs = 15 * 60_000;

/** Migrates on its own connection, because a migration may take longer than any statement of a request. */
export async function migrateServer({ url, setting }: ReturnType<typeof directUrl>, log: Logger): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  await withConnection(
    url,
    async (client) => {
      await client.query('BEGIN');
      // Replicas that start at the same time must not migrate concurrently.
      await takeLock(client, log);
      const database = drizzle({ client: withinTransaction(client) });
      await refuseLaterDatabase(database);
      await migrate(database, { migrationsFolder }).catch((error: unknown) => {
        if (setupAdvice(error) !== undefined) throw error;
        throw new ControlPlaneSetupError(
          `cannot migrate the database (${errorMessage(databaseErrorOf(error))}); it is unchanged. Start the previous release, and report this`,
          { cause: error },
        );
      });
      await client.query('COMMIT');
    },
    setting,
  );
}

/** Throws ControlPlaneSetupError unless DATABASE_URL leads to the database that was migrated through DIRECT_DATABASE_URL. */
export function requireMigrated(url: string): Promise<void> {
  return withTransaction(url, async (client) => {
    const { rows } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS migrated");
    if (rows[0].migrated) return;
    throw new ControlPlaneSetupError(
      'DATABASE_URL and DIRECT_DATABASE_URL lead to different databases; name the same database of the same server in both',
    );
  });
}

/** Waits for other replicas, and logs a wait of seconds. Throws ControlPlaneSetupError after 15 minutes. */
async function takeLock(client: Client, log: Logger): Promise<void> {
  const startedAt = performance.now();
  let isReported = false;
  const take = async () => {
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${migrationLock}) AS taken`);
    if (rows[0].taken) return true;
    if (!isReported && performance.now() - startedAt > tellAfterMs) {
      isReported = true;
      log.warn(`waiting for ${await holderOf(client)}, which migrates or restores the database`);
    }
    return undefined;
  };
  if ((await poll(take, { withinMs: maxWaitMs })) !== undefined) return;
  throw new ControlPlaneSetupError(
    `the database is locked by ${await holderOf(client)}, which has migrated or restored it for 15 minutes; end that program, or wait until it has finished`,
  );
}

async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query(`
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) + objid::bigint = ${migrationLock}`);
  return rows[0] === undefined ? 'another replica' : `another replica (PostgreSQL process ${rows[0].pid})`;
}

/** The client without the transactions that Drizzle begins and commits itself. */
function withinTransaction(client: Client): Client {
  const query = (statement: { text: string }, ...rest: unknown[]) =>
    /^(begin|commit|rollback)$/.test(statement.text)
      ? Promise.resolve({ rows: [] })
      : (client.query as (...words: unknown[]) => unknown).call(client, statement, ...rest);
  return { query } as unknown as Client;
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
