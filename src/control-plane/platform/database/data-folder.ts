import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireExclusiveLock, type ExclusiveLock, LockHeld } from '../../../storage/exclusive-lock.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

/** What a control plane makes in its folder, and what a file system has at its root. */
const expectedName = /^(secret(\..+)?|lock\.db(-.+)?|server\.url|compile-cache|postgresql|database|lost\+found)$/;

/** Makes the data folder where there is none. Throws ControlPlaneSetupError for one that is not the control plane's alone. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fault = folderFault(dataDir, { mode: statSync(dataDir).mode, names: readdirSync(dataDir) });
  if (fault !== undefined) throw new ControlPlaneSetupError(fault);
}

/** Says why a folder is not fit for the control plane, and what to do; undefined when it is. Pure. */
export function folderFault(
  dataDir: string,
  { mode, names }: { mode: number; names: readonly string[] },
): string | undefined {
  const foreign = names.find((name) => !expectedName.test(name));
  // Beside a secret of ours, an operator may keep what they like.
  if (foreign !== undefined && !names.includes('secret')) {
    const own = join(dataDir, 'satrap-control-plane');
    return `${dataDir} holds other files, such as ${foreign}; choose a folder for the control plane alone, such as: --data ${own}`;
  }
  if ((mode & 0o077) !== 0) return `others can look into ${dataDir}; run: chmod 700 ${dataDir}`;
  return undefined;
}

export interface FolderLock extends ExclusiveLock {
  announce(url: string): void;
}

export class FolderInUse extends ControlPlaneSetupError {
  override name = 'FolderInUse';
  /** Where that process serves; undefined while it is still starting, or when it is not a server. */
  readonly url: string | undefined;

  constructor(dataDir: string, url: string | undefined) {
    super(
      `a control plane${url === undefined ? '' : ` (${url})`} already uses ${dataDir}; do this through it (with a personal API key in SATRAP_API_KEY), or stop it first`,
    );
    this.url = url;
  }
}

/** Throws FolderInUse when another process has the folder, and ControlPlaneSetupError when the folder cannot be locked. */
export function lockFolder(dataDir: string): FolderLock {
  const lock = acquire(dataDir);
  const retract = () => rmSync(announcementIn(dataDir), { force: true });
  // A server that was killed could not retract its own, and another program may listen at that address now.
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

/** The URL announced by the server that holds the folder, or by one that crashed; undefined when there is none. */
export function announcedUrl(dataDir: string): string | undefined {
  try {
    return readFileSync(announcementIn(dataDir), 'utf8').trim();
  } catch {
    // No server has announced itself.
    return undefined;
  }
}

const announcementIn = (dataDir: string): string => join(dataDir, 'server.url');
