import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { busName } from '../../platform/database/listen-server.ts';
import { migrationsFolder } from '../../platform/database/migrate.ts';
import { nameOf, readPartitions, readTables } from './catalog.ts';
import { refused } from './frames.ts';
import type { BackupPartition } from './header.ts';

export async function dropEverything(client: ClientBase): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS public, drizzle CASCADE; CREATE SCHEMA public');
}

/** Creates all tables with the migrations of this release, within the client's transaction. */
export async function makeTables(client: ClientBase): Promise<void> {
  await client.query(
    'CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    for (const statement of sql) await client.query(statement);
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

export async function makePartitions(client: ClientBase, partitions: readonly BackupPartition[]): Promise<void> {
  const present = new Set((await readPartitions(client)).map(nameOf));
  for (const partition of partitions) {
    const name = nameOf(partition);
    if (!present.has(name))
      await client.query(`CREATE TABLE ${name} PARTITION OF ${nameOf(partition.parent)} ${partition.bound}`);
  }
}

/** Removes rows that migrations inserted: the backup has them as well. */
export async function emptyTables(client: ClientBase): Promise<void> {
  for (const table of await readTables(client)) {
    const { rows } = await client.query(`SELECT EXISTS (SELECT 1 FROM ${nameOf(table)}) AS filled`);
    if (rows[0].filled) await client.query(`DELETE FROM ${nameOf(table)}`);
  }
}

/** Suspends foreign keys and triggers, which check row by row. Returns a function that restores and checks them. */
export async function suspendRules(client: ClientBase): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 ORDER BY 1, 2`);
  const { rows: triggers } = await client.query<{ table: string; name: string; mode: string }>(`
    SELECT tgrelid::regclass::text AS table, quote_ident(tgname) AS name,
      CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END AS mode
    FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 AND tgenabled <> 'D' ORDER BY 1, 2`);
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return async () => {
    for (const { table, name, definition } of references)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const { table, name, mode } of triggers) await client.query(`ALTER TABLE ${table} ${mode} TRIGGER ${name}`);
  };
}

/** Throws ControlPlaneSetupError if another replica serves the database, or if it has objects that would be lost. */
export async function requireAlone(client: ClientBase): Promise<void> {
  const { rows: replicas } = await client.query(
    'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [busName],
  );
  if (replicas.length > 0)
    throw refused('another control plane serves this database, and its writes would be lost; stop it first');
  const { rows: foreign } = await client.query<{ name: string }>(`
    WITH own AS (SELECT relowner AS role FROM pg_class WHERE oid = 'drizzle.__drizzle_migrations'::regclass),
      place AS (SELECT * FROM pg_namespace WHERE nspname IN ('public', 'drizzle'))
    SELECT 'the schema ' || nspname || ' of another role' AS name FROM place WHERE NOT pg_has_role(nspowner, 'USAGE')
    UNION ALL SELECT 'the extension ' || extname FROM pg_extension JOIN place ON extnamespace = place.oid
    UNION ALL SELECT c.oid::regclass::text FROM own, pg_class c JOIN place ON relnamespace = place.oid
      WHERE relowner <> role OR relkind IN ('v', 'm', 'f')
    UNION ALL SELECT p.oid::regprocedure::text FROM own, pg_proc p JOIN place ON pronamespace = place.oid
      WHERE proowner <> role
    LIMIT 5`);
  if (foreign.length > 0)
    throw refused(
      `the database has objects that Satrap did not create and that would be lost: ${foreign.map(({ name }) => name).join(', ')}. Move them to another database, or restore the backup into an empty one and name that in DATABASE_URL`,
    );
}
