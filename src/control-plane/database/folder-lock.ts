import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ControlPlaneSetupError } from '../settings.ts';

/** A lock that one process holds on a folder. It is the operating system's, so it ends with the process, however that ends. */
export interface FolderLock {
  /** Tells later comers where the holder is reached. */
  announce(url: string): void;
  release(): void;
}

/** Throws ControlPlaneSetupError when another process has the folder, and says where that is reached. */
export function lockFolder(dataDir: string): FolderLock {
  const announcement = join(dataDir, 'server.url');
  const database = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new ControlPlaneSetupError(
      `a control plane${announced(announcement)} already uses ${dataDir}; do this through it (with a personal API key in SATRAP_API_KEY), or stop it first`,
    );
  }
  return {
    announce: (url) => writeFileSync(announcement, url, { mode: 0o600 }),
    release: () => {
      rmSync(announcement, { force: true });
      database.close();
    },
  };
}

/** Where the control plane that holds a folder is reached; undefined when none says so. */
export function announcedUrl(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'server.url'), 'utf8').trim();
  } catch {
    // No server has announced itself.
    return undefined;
  }
}

function announced(path: string): string {
  try {
    return ` (${readFileSync(path, 'utf8').trim()})`;
  } catch {
    // The holder is still starting, or is not a server.
    return '';
  }
}
