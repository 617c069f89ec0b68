import { constants, type Stats } from 'node:fs';
import { access, copyFile, type FileHandle, mkdir, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ConfinedFolder, ifGone, shownName, UnsafeEntry } from '../../../storage/confined/confined-folder.ts';
import { removeTree } from '../../../storage/confined/remove-tree.ts';
import { textPath, type WalkLimits, walk } from '../../../storage/confined/walk.ts';
import { digestOf } from '../../../storage/digest.ts';
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

export interface SourceFile {
  /** Below the data directory. */
  path: string;
  size: number;
  modifiedMs: number;
  /** With `changedMs`, the time of its last change of any kind, it tells whether a file is still the same. */
  inode: number;
  changedMs: number;
}

/** More than any chain data has: about 15,000 files are a whole mainnet node with its indexes. */
export const copyLimits: WalkLimits = { maxEntries: 200_000, maxPathBytes: 8 * 1024 * 1024 };

/**
 * Copies folders between two directories that this process sees, with reflinks if the file system supports them. A
 * retry keeps complete block files. The copy is on disk when this returns. The daemon of the source may have put anything
 * there: only its own plain files are copied, and no link is followed. Throws RuntimeError without disk space and for
 * anything else than files and folders, and file system errors.
 */
export async function copyFiles({ from, to, folders, owner, onProgress, signal }: CopyRequest): Promise<CopyResult> {
  await using source = await openData(from);
  const { files, directories } = await listIn(source, folders);
  const total = totalSize(files);
  await mkdir(dirname(to), { recursive: true });
  await using volume = await ConfinedFolder.openRoot(dirname(to));
  await using target = await volume.makeFolder(basename(to), 0o700);
  await target.chown(owner.uid, owner.gid);
  await removeOthers(target, folders, new Set(files.map(({ path }) => path)));
  for (const directory of directories) {
    signal.throwIfAborted();
    await makeDirectory(target, directory, owner);
  }
  return await withStaging(volume, async (staging) => {
    const clones = await sharesBlocksIn(source, files, staging);
    let done = 0;
    for (const file of files) {
      signal.throwIfAborted();
      if (!(await isCopied(target, file))) {
        if (!clones) await requireSpace(to, total - done, 'free disk space to continue');
        await copyOne(file, { source, target, staging, owner });
      }
      done += file.size;
      onProgress({ done, total });
    }
    return { bytes: total, method: clones ? 'reflink' : 'copy' };
  });
}

/**
 * Opens a data directory. Its parent is the volume, where no container can write. Throws RuntimeError for a link in place
 * of either, and file system errors.
 */
export async function openData(directory: string): Promise<ConfinedFolder> {
  try {
    await using volume = await ConfinedFolder.openRoot(dirname(directory));
    return await volume.folder(basename(directory));
  } catch (error) {
    throw asRefusal(error);
  }
}

const stagingFolder = '.satrap-copy';

/**
 * Calls `work` with a folder in a volume that only this process's user can enter, and removes it: a new file has the mode
 * of its source, set-user-id bits of a hostile daemon included, and belongs to root until that is changed.
 */
export async function withStaging<T>(
  volume: ConfinedFolder,
  work: (staging: ConfinedFolder) => Promise<T>,
): Promise<T> {
  // An interrupted copy left it.
  await removeTree(volume, stagingFolder);
  try {
    await using staging = await volume.makeFolder(stagingFolder, 0o700);
    return await work(staging);
  } finally {
    await removeTree(volume, stagingFolder);
  }
}

/**
 * Lists the files in folders of a data directory. Throws RuntimeError for a link, a device, a pipe or a socket, and for a
 * file that also has a name elsewhere and belongs to another user; and file system errors.
 */
export async function listFiles(root: string, folders: readonly string[]) {
  await using folder = await openData(root).catch(ifGone);
  return folder === null ? { files: [], directories: [] } : await listIn(folder, folders);
}

export async function listIn(root: ConfinedFolder, folders: readonly string[]) {
  const files: SourceFile[] = [];
  const directories: string[] = [];
  const { uid } = await root.ownStat();
  for (const name of folders) {
    const folder = await descendTo(root, name);
    if (folder === null) continue;
    directories.push(name);
    try {
      await walk(folder, {
        tooDeep: 'refuse',
        limits: copyLimits,
        visit: ({ path: below, stats }) => {
          const path = [...(name === '' ? [] : [name]), textPath(folder, below)].join('/');
          if (stats.isDirectory()) directories.push(path);
          else {
            requirePlain(root, path, stats, uid);
            const { size, ino: inode, mtimeMs, ctimeMs: changedMs } = stats;
            files.push({ path, size, modifiedMs: Math.round(mtimeMs), inode, changedMs });
          }
          return undefined;
        },
      });
    } catch (error) {
      throw asRefusal(error);
    } finally {
      await folder[Symbol.asyncDispose]();
    }
  }
  return { files, directories: directories.toSorted() };
}

/** Throws RuntimeError for anything but a file that the user of the data may have written. */
export function requirePlain(root: ConfinedFolder, below: string, stats: Stats, uid: number): void {
  const path = `${root.path}/${shownName(below)}`;
  if (!stats.isFile()) throw refused(`cannot copy ${path}: neither a file nor a folder`);
  // A second name could be that of another program's file.
  if (stats.nlink > 1 && stats.uid !== uid)
    throw refused(`cannot copy ${path}: a file of another user with several names`);
}

/** Opens a folder by its path below the root; null if it does not exist. Throws RuntimeError for a link on the way. */
async function descendTo(root: ConfinedFolder, path: string): Promise<ConfinedFolder | null> {
  try {
    return await root.descend(path === '' ? [] : path.split('/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw asRefusal(error);
  }
}

const asRefusal = (error: unknown): unknown =>
  error instanceof UnsafeEntry ? refused(`cannot copy the data: ${error.message}`, { cause: error }) : error;

/** Calls `work` with the folder of a file below the root, and the file's name. */
export async function inFolderOf<T>(
  root: ConfinedFolder,
  path: string,
  work: (folder: ConfinedFolder, name: string) => Promise<T>,
): Promise<T> {
  try {
    await using folder = await root.descend(path.split('/').slice(0, -1));
    return await work(folder, basename(path));
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Keeps only the earlier try's block files that the source still has: databases are always copied as a whole. */
async function removeOthers(
  target: ConfinedFolder,
  folders: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  const others: { folder: string; name: Buffer }[] = [];
  for (const name of folders) {
    await using folder = await descendTo(target, name);
    if (folder === null) continue;
    await walk(folder, {
      tooDeep: 'refuse',
      limits: copyLimits,
      visit: ({ path: below, name: entry, stats }) => {
        const path = [...(name === '' ? [] : [name]), textPath(folder, below)].join('/');
        if (!stats.isDirectory() && !(isBlockFile(path) && wanted.has(path)))
          others.push({ folder: dirname(path), name: entry });
        return undefined;
      },
    });
  }
  for (const { folder, name } of others) {
    await using parent = await target.descend(folder === '.' ? [] : folder.split('/'));
    await parent.unlink(name);
  }
}

/** Creates a directory and its parents, for the daemon's user only. */
export async function makeDirectory(
  root: ConfinedFolder,
  path: string,
  { uid, gid }: CopyRequest['owner'],
): Promise<void> {
  let folder = await root.descend([]);
  try {
    for (const name of path === '' ? [] : path.split('/')) {
      const inner = await folder.makeFolder(name, 0o700);
      await folder[Symbol.asyncDispose]();
      folder = inner;
      await folder.chown(uid, gid);
    }
  } finally {
    await folder[Symbol.asyncDispose]();
  }
}

export const totalSize = (files: readonly SourceFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Returns whether the file system shares blocks between a data directory and a volume. Leaves nothing behind. */
export async function sharesBlocks(from: string, files: readonly SourceFile[], volume: string): Promise<boolean> {
  await using source = await openData(from);
  await using target = await ConfinedFolder.openRoot(volume);
  return await withStaging(target, (staging) => sharesBlocksIn(source, files, staging));
}

async function sharesBlocksIn(
  source: ConfinedFolder,
  files: readonly SourceFile[],
  staging: ConfinedFolder,
): Promise<boolean> {
  const sample = files.find(({ size }) => size > 0);
  if (sample === undefined) return false;
  try {
    await inFolderOf(source, sample.path, async (folder, name) => {
      await using file = await folder.file(name);
      await cloneTo(file, staging);
    });
    return true;
  } catch {
    // Another disk, or a file system without reflinks.
    return false;
  } finally {
    await removeIfPresent(staging, stagedName);
  }
}

/** Clones an open file into the staging folder. Throws where the file system cannot share its blocks. */
export const cloneTo = (file: FileHandle, staging: ConfinedFolder): Promise<void> =>
  copyFile(descriptorPath(file), staging.at(stagedName), constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);

/** Of the file in the staging folder. */
export const stagedName = 'file';

export const removeIfPresent = (folder: ConfinedFolder, name: string): Promise<void> =>
  folder.unlink(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

/** The open file itself, whatever its name leads to by now. */
const descriptorPath = (file: FileHandle): string => `/proc/self/fd/${file.fd}`;

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

async function isCopied(target: ConfinedFolder, { path, size, modifiedMs }: SourceFile): Promise<boolean> {
  if (!isBlockFile(path)) return false;
  const present = await inFolderOf(target, path, (folder, name) => folder.stat(name)).catch(() => null);
  return present?.isFile() === true && present.size === size && Math.round(present.mtimeMs) === modifiedMs;
}

/** A file gets its name only once it is completely on disk. The copy has no special bits and one name. */
async function copyOne(
  { path, modifiedMs }: SourceFile,
  { source, target, staging, owner }: CopyFolders & { owner: CopyRequest['owner'] },
): Promise<void> {
  await inFolderOf(source, path, async (from, name) => {
    await using file = await from.file(name);
    // It may be another one than was listed.
    const stats = await file.stat();
    requirePlain(source, path, stats, (await source.ownStat()).uid);
    await removeIfPresent(staging, stagedName);
    const mode = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;
    await copyFile(descriptorPath(file), staging.at(stagedName), mode);
    await using copied = await staging.file(stagedName);
    // Neither special bits nor rights of others.
    await copied.chmod(stats.mode & 0o700);
    await copied.chown(owner.uid, owner.gid);
    const seconds = modifiedMs / 1000;
    await copied.utimes(seconds, seconds);
    await copied.sync();
    await inFolderOf(target, path, async (to) => {
      await staging.move(stagedName, to, name);
      await to.sync();
    });
  });
}

export interface CopyFolders {
  source: ConfinedFolder;
  target: ConfinedFolder;
  /** See `withStaging`. */
  staging: ConfinedFolder;
}

/** Compares two files below two directories byte for byte. Throws RuntimeError for anything else than files. */
export async function isSameContent(
  { from, to, signal }: { from: string; to: string; signal: AbortSignal },
  path: string,
): Promise<boolean> {
  const digestIn = async (root: string): Promise<Buffer> => {
    await using folder = await openData(root);
    return await inFolderOf(folder, path, async (parent, name) => {
      await using file = await parent.file(name);
      return await digestOf(file.createReadStream({ autoClose: false, start: 0, signal }));
    });
  };
  return (await digestIn(from)).equals(await digestIn(to));
}
