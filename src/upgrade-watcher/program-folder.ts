import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../storage/sync-folder.ts';

/** Names of the pointers beside the versions. */
const pointers = ['current', 'former', 'watcher', 'control-plane', 'control-plane-former'] as const;
export type Pointer = (typeof pointers)[number];

/**
 * Where the versions lie beside each other, such as /opt/satrap. Root's alone. `current`: the version that the agent's unit starts, and people;
 * `former`: the one before it, for a rollback; `watcher`: the one whose program the watcher runs, which does not change during a switch;
 * `control-plane`: the version that the control plane's unit starts; `control-plane-former`: the one before it.
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

  /**
   * Removes the versions that no pointer leads to. Another command may remove them at the same time, or unpack one: install.sh removes what a cut
   * unpacking of it left.
   */
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
