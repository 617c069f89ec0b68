import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { packageRoot } from '../../../package-root.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { type Database, rowsOf } from './database.ts';
import { sql } from './drizzle.ts';

/** Holds the migrations in their order, each with its time. */
export const migrationsFolder = join(packageRoot(), 'src/control-plane/platform/database/migrations');

/** Returns whether the database has a migration that this release does not know. */
export async function isMigratedLater(database: Database): Promise<boolean> {
  const found = await database.execute(sql`SELECT to_regclass('drizzle.__drizzle_migrations')::text AS name`);
  if (rowsOf<{ name: string | null }>(found)[0]?.name === null) return false;
  const latest = await database.execute(sql`SELECT max(created_at)::text AS applied FROM drizzle.__drizzle_migrations`);
  const applied = Number(rowsOf<{ applied: string | null }>(latest)[0]?.applied);
  return applied > Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
}

/** Throws ControlPlaneSetupError for a database of a later release: statements could fail, or destroy what that release wrote. */
export async function refuseLaterDatabase(database: Database): Promise<void> {
  if (!(await isMigratedLater(database))) return;
  throw new ControlPlaneSetupError(
    'a later release of Satrap has migrated this database; start that release or a later one, or restore the backup from before the upgrade',
  );
}
