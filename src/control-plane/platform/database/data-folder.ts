import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireExclusiveLock, type ExclusiveLock, LockHeld } from '../../../storage/exclusive-lock.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

/** Files that a control plane creates in its folder, or that a file system has at its root. */
const expectedName = /^(secret(\..+)?|lock\.db(-.+)?|server\.url|compile-cache|postgresql|database|lost\+found)$/;

/** Creates the data folder if it is missing. Throws ControlPlaneSetupError if it is used for something else. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fault = folderFault(dataDir, { mode: statSync(dataDir).mode, names: readdirSync(dataDir) });
  if (fault !== undefined) throw new ControlPlaneSetupError(fault);
}

/** Returns why a folder cannot be the data folder, and what to do; undefined if it can. */
export function folderFault(
  dataDir: string,
  { mode, names }: { mode: number; names: readonly string[] },
): string | undefined {
  const foreign = names.find((name) => !expectedName.test(name));
  // Once our secret is there, operators may store other files beside it.
  if (foreign !== undefined && !names.includes('secret')) {
    const own = join(dataDir, 'satrap-control-plane');
    return `${dataDir} contains other files, such as ${foreign}; choose a separate folder, such as: --data ${own}`;
  }
  if ((mode & 0o077) !== 0) return `others can look into ${dataDir}; run: chmod 700 ${dataDir}`;
  return undefined;
}

export interface FolderLock extends ExclusiveLock {
  announce(url: string): void;
}

export class FolderInUse extends ControlPlaneSetupError {
  override name = 'FolderInUse';
  /** The URL of that process; undefined while it starts, or if it is not a server. */
  readonly url: string | undefined;

  constructor(dataDir: string, url: string | undefined) {
    super(
      `a control plane${url === undefined ? '' : ` (${url})`} already uses ${dataDir}; do this through it (with a personal API key in SATRAP_API_KEY), or stop it first`,
    );
    this.url = url;
  }
}

/** Throws FolderInUse if another process holds it, ControlPlaneSetupError if it cannot be locked. */
export function lockFolder(dataDir: string): FolderLock {
  const lock = acquire(dataDir);
  const retract = () => rmSync(announcementIn(dataDir), { force: true });
  // A killed server could not retract its URL, where another program may listen now.
  retract();
  return {
    announce: (url) => writeFileSync(announcementIn(dataDir), url, { mode: 0o600 }),
    release: () => {
      retract();
      lock.release();
    },
  };
}

function acquire(dataDir: string): ExclusiveLock {
  const path = join(dataDir, 'lock.db');
  try {
    return acquireExclusiveLock(path);
  } catch (error) {
    if (error instanceof LockHeld) throw new FolderInUse(dataDir, announcedUrl(dataDir));
    throw new ControlPlaneSetupError(`cannot lock ${path}: ${errorMessage(error)}`, { cause: error });
  }
}

/** The URL announced by the server that holds the folder, or by a crashed one; undefined if none exists. */
export function announcedUrl(dataDir: string): string | undefined {
  try {
    return readFileSync(announcementIn(dataDir), 'utf8').trim();
  } catch {
    // No server announced itself.
    return undefined;
  }
}

const announcementIn = (dataDir: string): string => join(dataDir, 'server.url');
