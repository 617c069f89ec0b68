import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../storage/private-file.ts';

/** Names of the pointers beside the versions. */
const pointers = ['current', 'former', 'watcher', 'control-plane', 'control-plane-former'] as const;
export type Pointer = (typeof pointers)[number];

/**
 * The versions, such as in /opt/satrap. `watcher`: whose program the watcher runs, which does not change during a switch;
 * `former`: for a rollback.
 */
export class ProgramFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  versionFolder(version: string): string {
    return join(this.path, 'versions', version);
  }

  program(version: string): string {
    return join(this.versionFolder(version), 'bin/satrap');
  }

  has(version: string): boolean {
    return existsSync(this.program(version));
  }

  /** The version that a pointer leads to; null where there is no such pointer. */
  versionOf(pointer: Pointer): string | null {
    try {
      return basename(readlinkSync(join(this.path, pointer)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** By rename, so that there is a pointer at every moment, and on the disk when this returns. */
  point(pointer: Pointer, version: string): void {
    const fresh = join(this.path, `.${pointer}-new`);
    rmSync(fresh, { force: true });
    symlinkSync(join('versions', version), fresh);
    renameSync(fresh, join(this.path, pointer));
    syncFolder(this.path);
  }

  /** Removes versions without a pointer. Another command may do so too, or unpack one, whose leftovers install.sh removes. */
  removeUnused(): void {
    const versions = join(this.path, 'versions');
    const kept = pointers.map((pointer) => this.versionOf(pointer));
    for (const name of readdirSync(versions).filter((name) => !kept.includes(name) && !name.startsWith('.new-')))
      rmSync(join(versions, name), { recursive: true, force: true });
  }
}

/** The folder of the program that a file of it lies in; null for a program that does not lie among versions, as in a clone. */
export function programFolderOf(root: string): ProgramFolder | null {
  const versions = dirname(root);
  return basename(versions) === 'versions' && existsSync(join(root, 'bin/satrap'))
    ? new ProgramFolder(dirname(versions))
    : null;
}
