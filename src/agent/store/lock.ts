import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another agent works with this data directory. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** SQLite's code for a database that another process holds. */
const busy = 5;

/**
 * Takes a data directory for this process alone; throws DataDirInUse when another agent has it. The lock is the operating system's: it ends with the process,
 * however that ends.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock.db');
  // Whoever can read it can hold it.
  closeSync(openSync(path, 'a', 0o600));
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === busy)) throw error;
    throw new DataDirInUse(
      `another agent already works with ${dataDir}; stop it, or give this one another --data-dir and --name`,
    );
  }
  return { release: () => lock.close() };
}
