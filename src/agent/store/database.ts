import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asUser, userOf } from '../../storage/as-user.ts';
import { isDiskFull } from './store-error.ts';
import type { StoreReserve } from './store-reserve.ts';

/** Each entry migrates the store from the version of its index to the next one. Only append entries. */
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

export class Store extends DatabaseSync {
  #onCommit: (() => void)[] = [];
  #onRollback: (() => void)[] = [];
  readonly #reserve: Pick<StoreReserve, 'release'> | undefined;

  constructor(path: string, reserve?: Pick<StoreReserve, 'release'>) {
    super(path);
    this.#reserve = reserve;
  }

  /** Nested calls join the outer transaction. A full disk releases reserved space, unless it is `dispensable`. */
  transaction<T>(work: () => T, { dispensable = false }: { dispensable?: boolean } = {}): T {
    if (this.isTransaction) return work();
    const reserve = dispensable ? undefined : this.#reserve;
    return withReserve(reserve, () => this.#runOnce(work));
  }

  #runOnce<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = work();
      this.exec('COMMIT');
    } catch (error) {
      // SQLite rolls back on its own after some errors, such as a full disk.
      if (this.isTransaction) this.exec('ROLLBACK');
      this.#end(this.#onRollback.toReversed());
      throw error;
    }
    this.#end(this.#onCommit);
    return result;
  }

  /** Calls `action` after the outermost commit, once everything is on disk. Drops it on a rollback. */
  afterCommit(action: () => void): void {
    this.#onCommit.push(action);
  }

  /** Calls `action` when the open transaction rolls back, the last one first, so that in-memory state can follow. */
  afterRollback(action: () => void): void {
    this.#onRollback.push(action);
  }

  #end(actions: readonly (() => void)[]): void {
    this.#onCommit = [];
    this.#onRollback = [];
    for (const action of actions) action();
  }
}

/** A missing directory gets mode 0700. `synchronous=FULL`: a committed event survives a power cut. */
export function openStore(dataDir: string, reserve?: Pick<StoreReserve, 'release'>): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return openStoreFile(storePath(dataDir), reserve);
}

/** As the owner of its directory: a link there cannot mislead root. Migrates an older store for this reader only. */
export const openStoreAsOwner = (dataDir: string): Store =>
  asUser(userOf(dataDir), () => openStoreFile(storePath(dataDir), undefined, migrateForNow));

export const storePath = (dataDir: string): string => join(dataDir, 'agent.db');

/** The store was written by a later version of the agent. */
export class StoreTooNew extends Error {
  override name = 'StoreTooNew';
}

/** Opens or creates a store, and migrates it to the version of this agent. Throws StoreTooNew. */
export function openStoreFile(
  path: string,
  reserve?: Pick<StoreReserve, 'release'>,
  toPresent: (store: Store) => void = migrate,
): Store {
  // It contains the agent's RPC passwords. SQLite creates its companion files with the same mode.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return withReserve(reserve, () => {
    const store = new Store(path, reserve);
    try {
      store.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000;');
      toPresent(store);
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  });
}

function withReserve<T>(reserve: Pick<StoreReserve, 'release'> | undefined, work: () => T): T {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isDiskFull(error) || !reserve?.release()) throw error;
    }
  }
}

/** In a transaction that is never committed: it is rolled back when the store is closed. */
function migrateForNow(store: Store): void {
  if (storedVersion(store) === migrations.length) return;
  store.exec('BEGIN');
  migrate(store);
}

const storedVersion = (store: Store): number =>
  Number(store.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

function migrate(store: Store): void {
  const version = storedVersion(store);
  if (version > migrations.length) {
    throw new StoreTooNew(
      `agent.db was written by a newer agent (schema version ${version}, this agent supports ${migrations.length}); install that agent again`,
    );
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    store.transaction(() => {
      store.exec(migration);
      store.exec(`PRAGMA user_version=${index + 1}`);
    });
  }
}

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
  | 'unsupported_nodes'
  | 'disk_readings'
  | 'gateway';

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
