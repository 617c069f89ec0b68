import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import pRetry from 'p-retry';
import { syncFolder } from '../../storage/private-file.ts';
import { openStoreFile, StoreTooNew, storePath } from './database.ts';
import { lockDataDir } from './lock.ts';
import { isStoreDamaged } from './store-error.ts';

export interface StoreSwitch {
  dataDir: string;
  /** Migrates a copy of the store, or a new one, to the target version. False if the store is newer than that. */
  migrate(path: string): boolean;
  /** Whether this is a rollback, run by the program of the version to return to. */
  isBack: boolean;
}

export const switchFiles = (dataDir: string) => {
  const folder = join(dataDir, 'upgrade/store');
  const file = (name: string) => join(folder, `${name}.db`);
  return { folder, next: file('next'), former: file('former'), failed: file('failed') };
};

/** The agent is stopped meanwhile. */
const passing = { retries: 5, factor: 1, minTimeout: 1000 };

/** Replaces the store with a copy for the other version, atomically. Throws DataDirInUse while an agent runs. */
export async function switchStore({ dataDir, migrate, isBack }: StoreSwitch): Promise<void> {
  const lock = lockDataDir(dataDir);
  try {
    const path = storePath(dataDir);
    const { folder, next, former, failed } = switchFiles(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeStore(next);
    // A transient failure, such as a lock, is no reason to give up recorded data.
    if (isBack && (await pRetry(() => isReadable(path), passing))) return;
    try {
      await fill(next, path, migrate, false);
    } catch (error) {
      if (!isBack || !existsSync(former)) throw error;
      // The failed version's store is unreadable: without it, the desired state is outdated.
      removeStore(next);
      await fill(next, former, migrate, true);
    }
    settle(next);
    const kept = isBack ? failed : former;
    rmSync(kept, { force: true });
    linkSync(path, kept);
    syncFolder(folder);
    // The previous store's log would be taken for that of the new one.
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    renameSync(next, path);
    syncFolder(dirname(path));
  } finally {
    lock.release();
  }
}

async function fill(next: string, source: string, migrate: StoreSwitch['migrate'], areOrphaned: boolean) {
  settle(source);
  {
    using opened = new DatabaseSync(source, { readOnly: true });
    await backup(opened, next);
  }
  if (!areOrphaned && migrate(next)) return;
  removeStore(next);
  if (!migrate(next)) throw new Error('the target version cannot create its store');
  using made = new DatabaseSync(next);
  transferRows(source, made, { areOrphaned });
}

/** Migrates a store, or a new one, to the version of this program, as one file. False if it is newer. */
export function migrateStore(path: string): boolean {
  try {
    openStoreFile(path).close();
  } catch (error) {
    if (error instanceof StoreTooNew) return false;
    throw error;
  }
  settle(path);
  return true;
}

/** Returns whether this program reads a store as it is. Rethrows transient failures. */
function isReadable(path: string): boolean {
  try {
    openStoreFile(path).close();
    return true;
  } catch (error) {
    if (error instanceof StoreTooNew || isStoreDamaged(error)) return false;
    throw error;
  }
}

/** Merges a store into its one file. The next writer creates a log beside it again. */
function settle(path: string): void {
  using store = new DatabaseSync(path);
  store.exec('PRAGMA busy_timeout=5000; PRAGMA journal_mode=DELETE');
}

function removeStore(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
}

/**
 * Replaces the content of a store with that of another, possibly newer, version, which only adds tables and columns.
 * `areOrphaned`: the desired state may be outdated, so no node is touched before the control plane lists it again.
 */
function transferRows(from: string, to: DatabaseSync, { areOrphaned }: { areOrphaned: boolean }): void {
  to.prepare('ATTACH DATABASE ? AS source').run(from);
  try {
    to.exec('BEGIN IMMEDIATE');
    const tables = `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
    for (const table of namesOf(to, tables)) {
      const columns = namesOf(to, `PRAGMA main.table_info(${table})`).join(', ');
      to.exec(
        `DELETE FROM main.${table}; INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`,
      );
    }
    if (areOrphaned) to.exec(`UPDATE desired_node SET vanished = 1; DELETE FROM identity WHERE key = 'revision'`);
    to.exec('COMMIT');
  } finally {
    if (to.isTransaction) to.exec('ROLLBACK');
    to.exec('DETACH DATABASE source');
  }
}

const namesOf = (store: DatabaseSync, query: string): string[] =>
  store
    .prepare(query)
    .all()
    .map(({ name }) => `"${String(name).replaceAll('"', '""')}"`);
