import { constants, type Dirent } from 'node:fs';
import { access, chown, copyFile, lstat, mkdir, open, readdir, rename, rm, statfs, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { refused } from '../../runtime/runtime-error.ts';
import { isBlockFile } from './seed-folders.ts';

export interface CopyRequest {
  /** The data directories. */
  from: string;
  to: string;
  /** What to copy, relative to them; missing folders are skipped. */
  folders: readonly string[];
  owner: { uid: number; gid: number };
  onProgress(progress: { done: number; total: number }): void;
  signal: AbortSignal;
}

export interface CopyResult {
  bytes: number;
  /** `reflink`: the file system shares the blocks of both until one changes. */
  method: 'reflink' | 'copy' | 'engine';
}

/** Carries out a copy, and describes it in words and figures. */
export async function timedCopy(copy: () => Promise<CopyResult>) {
  const begunAt = performance.now();
  const { bytes, method } = await copy();
  const seconds = (performance.now() - begunAt) / 1000;
  const how = { reflink: 'as reflinks', copy: 'copied', engine: 'copied through the engine' }[method];
  return {
    message: `${(bytes / 1024 / 1024).toFixed(1)} MiB in ${seconds.toFixed(1)} s, ${how}`,
    data: { bytes, seconds, method },
  };
}

interface SourceFile {
  path: string;
  size: number;
  modifiedMs: number;
}

/**
 * Copies folders between two directories that this process sees, with reflinks if the file system supports them. A
 * retry keeps complete block files. The copy is on disk when this returns. Throws RuntimeError without disk space, and
 * file system errors.
 */
export async function copyFiles({ from, to, folders, owner, onProgress, signal }: CopyRequest): Promise<CopyResult> {
  const { files, directories } = await listFiles(from, folders);
  const total = totalSize(files);
  await removeOthers(to, folders, new Set(files.map(({ path }) => path)));
  for (const directory of directories) await makeDirectory(to, directory, owner);
  const clones = await sharesBlocks(from, files, (path) => join(to, `${path}.part`));
  let done = 0;
  for (const file of files) {
    signal.throwIfAborted();
    if (!(await isCopied(to, file))) {
      if (!clones) await requireSpace(to, total - done, 'free disk space to continue');
      await copyOne(file, { from, to, owner });
    }
    done += file.size;
    onProgress({ done, total });
  }
  return { bytes: total, method: clones ? 'reflink' : 'copy' };
}

/** Lists the files in folders of a data directory. Throws RuntimeError for other entries, and file system errors. */
export async function listFiles(root: string, folders: readonly string[]) {
  const files: SourceFile[] = [];
  const directories: string[] = [];
  for (const folder of folders) {
    const entries = await entriesBelow(join(root, folder));
    if (entries === null) continue;
    directories.push(folder);
    for (const entry of entries) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (entry.isDirectory()) directories.push(path);
      else if (entry.isFile()) {
        const { size, mtimeMs } = await lstat(join(root, path));
        files.push({ path, size, modifiedMs: Math.round(mtimeMs) });
      } else {
        throw refused(`cannot copy ${join(root, path)}: neither a file nor a folder`);
      }
    }
  }
  return { files, directories: directories.toSorted() };
}

/** Returns everything below a folder; null if it does not exist. */
const entriesBelow = (folder: string): Promise<Dirent[] | null> =>
  readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** Keeps only the earlier try's block files that the source still has: databases are always copied as a whole. */
async function removeOthers(root: string, folders: readonly string[], wanted: ReadonlySet<string>): Promise<void> {
  for (const folder of folders) {
    for (const entry of (await entriesBelow(join(root, folder))) ?? []) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isDirectory() && !(isBlockFile(path) && wanted.has(path))) await rm(join(root, path), { force: true });
    }
  }
}

/** Creates a directory and its parents, for the daemon's user only. */
async function makeDirectory(root: string, path: string, { uid, gid }: CopyRequest['owner']): Promise<void> {
  const parts = path.split('/');
  for (let depth = 0; depth <= parts.length; depth++) {
    const directory = join(root, ...parts.slice(0, depth));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chown(directory, uid, gid);
  }
}

export const totalSize = (files: readonly SourceFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Returns whether the file system supports reflinks of these files. A probe at `pathOf` one of them is removed. */
export async function sharesBlocks(
  root: string,
  files: readonly SourceFile[],
  pathOf: (sample: string) => string,
): Promise<boolean> {
  const sample = files.find(({ size }) => size > 0);
  if (sample === undefined) return false;
  const to = pathOf(sample.path);
  try {
    await copyFile(join(root, sample.path), to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    // Another disk, or a file system without reflinks.
    return false;
  } finally {
    await rm(to, { force: true });
  }
}

/** Whether this process can access a path and may change the owner of files. `mode`: see access(2). */
export const mayAccess = async (path: string, mode: number): Promise<boolean> =>
  process.getuid?.() === 0 &&
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Throws RuntimeError, which ends with `advice`. */
export async function requireSpace(directory: string, bytes: number, advice: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize > bytes) return;
  const gibibytes = (amount: number) => (amount / 1024 ** 3).toFixed(1);
  throw refused(
    `the disk of ${directory} has ${gibibytes(bavail * bsize)} GiB free, but the copy needs ${gibibytes(bytes)} GiB; ${advice}`,
  );
}

async function isCopied(root: string, { path, size, modifiedMs }: SourceFile): Promise<boolean> {
  if (!isBlockFile(path)) return false;
  const present = await lstat(join(root, path)).catch(() => null);
  return present?.isFile() === true && present.size === size && Math.round(present.mtimeMs) === modifiedMs;
}

/** A file gets its name only once it is completely on disk. */
async function copyOne(
  { path, modifiedMs }: SourceFile,
  { from, to, owner }: Pick<CopyRequest, 'from' | 'to' | 'owner'>,
): Promise<void> {
  const target = join(to, path);
  const part = `${target}.part`;
  await copyFile(join(from, path), part, constants.COPYFILE_FICLONE);
  await chown(part, owner.uid, owner.gid);
  const seconds = modifiedMs / 1000;
  await utimes(part, seconds, seconds);
  await sync(part);
  await rename(part, target);
  await sync(dirname(target));
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}
