import type { DatabaseSync } from 'node:sqlite';

/** Single values that the agent keeps across restarts. The table and its keys are those of every agent that ever wrote this store. */
export type IdentityKey =
  | 'instance_id'
  | 'executor_id'
  | 'agent_version'
  | 'revision'
  | 'host'
  | 'boot_id'
  | 'engine_started_at'
  | 'kept_data';

export function readValue(database: DatabaseSync, key: IdentityKey): string | undefined {
  const row = database.prepare('SELECT value FROM identity WHERE key = ?').get(key);
  return row === undefined ? undefined : String(row['value']);
}

export function writeValue(database: DatabaseSync, key: IdentityKey, value: string): void {
  database
    .prepare('INSERT INTO identity (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
    .run(key, value);
}

export function deleteValue(database: DatabaseSync, key: IdentityKey): void {
  database.prepare('DELETE FROM identity WHERE key = ?').run(key);
}
