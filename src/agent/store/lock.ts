import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireExclusiveLock, LockHeld } from '../../storage/exclusive-lock.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Locks a data directory for this process alone. Throws DataDirInUse while another agent has it. */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return acquireExclusiveLock(join(dataDir, 'lock.db'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new DataDirInUse(
      `another agent already works with ${dataDir}; stop it, or give this one another --data-dir and --name`,
    );
  }
}

/** Returns whether another agent works with a data directory. What else may be wrong with it does not count. */
export function isDataDirInUse(dataDir: string): boolean {
  try {
    lockDataDir(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof DataDirInUse;
  }
}
