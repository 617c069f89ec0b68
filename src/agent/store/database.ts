import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Each entry brings the store from the version of its index to the next one. Entries are only ever added. */
const migrations = [
  `CREATE TABLE identity (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
   CREATE TABLE desired_node (node_id TEXT PRIMARY KEY, document TEXT NOT NULL, vanished INTEGER NOT NULL DEFAULT 0) STRICT;
   CREATE TABLE node_memory (node_id TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
   CREATE TABLE step_intent (node_id TEXT PRIMARY KEY, event_id TEXT NOT NULL, document TEXT NOT NULL) STRICT;
   CREATE TABLE image_pin (reference TEXT PRIMARY KEY, pin TEXT NOT NULL) STRICT;
   CREATE TABLE outbox (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, sample INTEGER NOT NULL, body TEXT NOT NULL
   ) STRICT;
   CREATE TABLE outbox_dropped (kind TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;`,
];

/**
 * Opens the agent's own database in `dataDir`, which is made with mode 0700 when it is missing, and left as it is when it is there: it
 * may be another's too. What a committed transaction
 * wrote survives a power cut (`synchronous=FULL`): an event must be on disk before it counts as recorded.
 */
export function openStore(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'agent.db');
  // SQLite gives the files beside it the mode of this one, which holds the agent's RPC passwords.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000;');
  migrate(database);
  return database;
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > migrations.length) {
    throw new Error(
      `agent.db was written by a newer agent (version ${version}, this one knows ${migrations.length}); install that agent again`,
    );
  }
  for (let next = version; next < migrations.length; next++) {
    transaction(database, () => {
      database.exec(migrations[next] as string);
      database.exec(`PRAGMA user_version=${next + 1}`);
    });
  }
}

/** Runs `work` in one transaction: all of it is on disk when this returns, or none of it. Nested calls join the outer one. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
