import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireExclusiveLock, LockHeld } from '../../storage/exclusive-lock.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Locks a data directory for this process. Throws DataDirInUse if another agent uses it. */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return acquireExclusiveLock(join(dataDir, 'lock.db'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new DataDirInUse(`another agent uses ${dataDir}; stop it, or give this one another --data-dir and --name`);
  }
}

/** Returns whether another agent uses a data directory. Ignores any other problem. */
export function isDataDirInUse(dataDir: string): boolean {
  try {
    lockDataDir(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof DataDirInUse;
  }
}
