import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock that one process holds. It is the operating system's, so it ends with the process, however that ends. */
export interface ExclusiveLock {
  release(): void;
}

/** Another process holds the lock. */
export class LockHeld extends Error {
  override name = 'LockHeld';
}

/** SQLite's code for a database that another process has locked. */
const sqliteBusy = 5;

/**
 * Takes the lock that the file stands for, and creates the file where there is none. Throws LockHeld when another process holds it, and
 * any other error as it is, such as one of a folder that cannot be written.
 */
export function acquireExclusiveLock(path: string): ExclusiveLock {
  // A process that can read the file can take the lock.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    throw isBusy ? new LockHeld(`another process holds the lock ${path}`, { cause: error }) : error;
  }
  return { release: () => database.close() };
}
