import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Another process holds the lock. */
export class LockHeld extends Error {
  override name = 'LockHeld';
}

/** SQLite's code for a database that another process has locked. */
const sqliteBusy = 5;

/**
 * Locks `path` for this process alone. Throws LockHeld while another process holds it, and the original error when the file cannot be used.
 * The lock is the operating system's: it ends with the process, however that ends.
 */
export function acquireExclusiveLock(path: string): { release(): void } {
  // Who can open the file could hold the lock.
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error;
    throw new LockHeld(`another process holds the lock ${path}`, { cause: error });
  }
  return { release: () => lock.close() };
}
