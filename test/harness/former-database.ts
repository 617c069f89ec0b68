import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from '../../src/control-plane/database/database.ts';

const migrations = join(import.meta.dirname, '../../src/control-plane/database/migrations');

/** Makes an empty database that of a former version, which knew only the migrations up to `lastTag`, and fills it. */
export async function makeFormerDatabase(
  databaseUrl: string,
  lastTag: string,
  fill: (database: Database) => Promise<unknown>,
): Promise<void> {
  const migrationsFolder = formerMigrations(lastTag);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const database = drizzle(pool);
  await migrate(database, { migrationsFolder });
  await fill(database);
  await pool.end();
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
