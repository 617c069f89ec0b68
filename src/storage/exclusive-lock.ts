import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface ExclusiveLock {
  release(): void;
}

export class LockHeld extends Error {
  override name = 'LockHeld';
}

const sqliteBusy = 5;

/** Takes the lock of a file, for the lifetime of the returned object. Throws LockHeld, and other errors. */
export function acquireExclusiveLock(path: string): ExclusiveLock {
  // Any process that can read the file can take the lock.
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
