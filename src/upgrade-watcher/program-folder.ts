import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programPrefix } from '../agent/host/units.ts';
import { syncFolder } from '../storage/private-file.ts';

/** Names of the links beside the versions. */
const pointers = ['current', 'former', 'watcher', 'control-plane', 'control-plane-former'] as const;
export type Pointer = (typeof pointers)[number];

/** The versions, such as in /opt/satrap. The links `watcher` and `former` change only with a commit. */
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

  /** The versions that are here, in no order. */
  versions(): string[] {
    const versions = join(this.path, 'versions');
    return existsSync(versions) ? readdirSync(versions).filter((name) => !name.startsWith('.') && this.has(name)) : [];
  }

  /** The version that a link points to; null without the link. */
  versionOf(pointer: Pointer): string | null {
    try {
      return basename(readlinkSync(join(this.path, pointer)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** By rename, so that the link always exists, and on disk when this returns. */
  point(pointer: Pointer, version: string): void {
    const fresh = join(this.path, `.${pointer}-new`);
    rmSync(fresh, { force: true });
    symlinkSync(join('versions', version), fresh);
    renameSync(fresh, join(this.path, pointer));
    syncFolder(this.path);
  }

  /** Removes versions without a link. Another command may do so too; install.sh removes leftovers. */
  removeUnused(): void {
    const versions = join(this.path, 'versions');
    const kept = pointers.map((pointer) => this.versionOf(pointer));
    for (const name of readdirSync(versions).filter((name) => !kept.includes(name) && !name.startsWith('.new-')))
      rmSync(join(versions, name), { recursive: true, force: true });
  }
}

/** The program folder of a file in it; null for a program without versions, as in a clone. */
export function programFolderOf(root: string): ProgramFolder | null {
  const path = programPrefix(root);
  return path === null ? null : new ProgramFolder(path);
}
