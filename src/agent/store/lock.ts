import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another agent works with this data directory. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Takes a data directory for this process alone. The lock is the operating system's: it ends with the process, however that ends. */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DataDirInUse(
      `another agent already works with ${dataDir}; stop it, or give this one another --data-dir and --name`,
    );
  }
  return { release: () => lock.close() };
}
