import type { DatabaseSync } from 'node:sqlite';
import type { Store } from './database.ts';

/** Single values that the agent keeps across restarts. All agent versions share the table and its keys. */
export type IdentityKey =
  | 'instance_id'
  | 'executor_id'
  | 'agent_version'
  | 'revision'
  | 'host'
  | 'boot_id'
  | 'engine_started_at'
  | 'kept_data'
  | 'disk_readings';

export function readValue(database: DatabaseSync, key: IdentityKey): string | undefined {
  const row = database.prepare('SELECT value FROM identity WHERE key = ?').get(key);
  return row === undefined ? undefined : String(row['value']);
}

/** Skips a write that changes nothing: a write waits for the disk, as nearly all at the start of an agent would. */
export function writeValue(database: Store, key: IdentityKey, value: string): void {
  if (readValue(database, key) === value) return;
  const insert = database.prepare(
    'INSERT INTO identity (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  database.transaction(() => insert.run(key, value));
}

export function deleteValue(database: Store, key: IdentityKey): void {
  const remove = database.prepare('DELETE FROM identity WHERE key = ?');
  database.transaction(() => remove.run(key));
}
