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

/** Another process works with the folder. */
export class FolderInUse extends ControlPlaneSetupError {
  override name = 'FolderInUse';
  /** Where it is reached; undefined while it is still starting, or when it is no server. */
  readonly url: string | undefined;

  constructor(dataDir: string, url: string | undefined) {
    super(
      `a control plane${url === undefined ? '' : ` (${url})`} already uses ${dataDir}; do this through it (with a personal API key in SATRAP_API_KEY), or stop it first`,
    );
    this.url = url;
  }
}

/** Throws FolderInUse when another process has the folder. */
export function lockFolder(dataDir: string): FolderLock {
  const announcement = join(dataDir, 'server.url');
  const database = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new FolderInUse(dataDir, announcedUrl(dataDir));
  }
  const retract = () => rmSync(announcement, { force: true });
  // A server that was killed could not retract its own, and who knows what listens at that address now.
  retract();
  return {
    announce: (url) => writeFileSync(announcement, url, { mode: 0o600 }),
    release: () => {
      retract();
      database.close();
    },
  };
}

/** Where the control plane that holds a folder is reached, or where the last one was that could not say good-bye; undefined when none says so. */
export function announcedUrl(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'server.url'), 'utf8').trim();
  } catch {
    // No server has announced itself.
    return undefined;
  }
}
