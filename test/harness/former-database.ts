import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Database } from '../../src/control-plane/database/database.ts';
import type { ControlPlaneSettings } from '../../src/control-plane/settings.ts';

const migrations = join(import.meta.dirname, '../../src/control-plane/database/migrations');

/** Makes the database of a former version, which knew only the migrations up to `lastTag`, and fills it. */
export async function makeFormerDatabase(
  { dataDir, databaseUrl }: Pick<ControlPlaneSettings, 'dataDir' | 'databaseUrl'>,
  lastTag: string,
  fill: (database: Database) => Promise<unknown>,
): Promise<void> {
  const migrationsFolder = formerMigrations(lastTag);
  if (databaseUrl === undefined) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const client = await PGlite.create(join(dataDir, 'database'));
    const database = drizzleEmbedded(client);
    await migrateEmbedded(database, { migrationsFolder });
    await fill(database);
    await client.close();
  } else {
    const pool = new pg.Pool({ connectionString: databaseUrl });
    const database = drizzlePostgres(pool);
    await migratePostgres(database, { migrationsFolder });
    await fill(database);
    await pool.end();
  }
  rmSync(migrationsFolder, { recursive: true });
}

function formerMigrations(lastTag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === lastTag);
  if (last === -1) throw new Error(`there is no migration ${lastTag}`);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  return folder;
}
