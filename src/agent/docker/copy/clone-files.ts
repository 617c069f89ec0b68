import { basename, dirname } from 'node:path';
import { ConfinedFolder, ifGone } from '../../../storage/confined/confined-folder.ts';
import {
  type CopyFolders,
  type CopyRequest,
  cloneTo,
  inFolderOf,
  listIn,
  makeDirectory,
  openData,
  removeIfPresent,
  requirePlain,
  type SourceFile,
  stagedName,
  totalSize,
  withStaging,
} from './copy-files.ts';

export type CloneRequest = Omit<CopyRequest, 'onProgress'>;

/** One pass over the files of a data directory. */
export interface ClonePass {
  /** Its start, in milliseconds since the epoch. */
  at: number;
  /** What it saw of each file before it cloned it, by path. */
  files: ReadonlyMap<string, SourceFile>;
  bytes: number;
}

/**
 * Clones folders of a data directory into another one on the same file system: both share the blocks on disk until one
 * changes them. With an `earlier` pass, only what changed since then is cloned, and what is gone is removed. So a daemon
 * can run during a first pass and needs to be frozen only for a short second one, which makes the clones consistent.
 * They need not survive a power cut: nothing waits for the disk. Throws RuntimeError as `copyFiles`, and file system
 * errors, also where the blocks cannot be shared.
 */
export async function cloneFiles(request: CloneRequest, earlier?: ClonePass): Promise<ClonePass> {
  const { from, to, folders, owner, signal } = request;
  const at = Date.now();
  await using source = await openData(from);
  const { files, directories } = await listIn(source, folders);
  await using volume = await ConfinedFolder.openRoot(dirname(to));
  await using target = await volume.makeFolder(basename(to), 0o700);
  await target.chown(owner.uid, owner.gid);
  for (const directory of directories) await makeDirectory(target, directory, owner);
  const listed = new Map(files.map((file) => [file.path, file]));
  for (const path of earlier?.files.keys() ?? [])
    if (!listed.has(path)) await inFolderOf(target, path, (folder, name) => removeIfPresent(folder, name));
  const changed = files.filter((file) => earlier === undefined || !isUnchanged(earlier, file));
  await withStaging(volume, async (staging) => {
    for (const file of changed) {
      signal.throwIfAborted();
      await cloneOne(file, { source, target, staging, owner }, { isLive: earlier === undefined });
    }
  });
  return { at, files: listed, bytes: totalSize(files) };
}

/** The kernel rounds the time of a change down, by four milliseconds at most. */
const clockMarginMs = 2000;

/** Whether a file is the one that an earlier pass cloned. One that changed shortly before that pass may not be. */
export function isUnchanged({ at, files }: Pick<ClonePass, 'at' | 'files'>, file: SourceFile): boolean {
  const before = files.get(file.path);
  if (before === undefined || file.changedMs >= at - clockMarginMs) return false;
  return before.inode === file.inode && before.size === file.size && before.changedMs === file.changedMs;
}

/** A database that runs removes files at any time, which the second pass notices. */
async function cloneOne(
  { path }: SourceFile,
  { source, target, staging, owner }: CopyFolders & Pick<CloneRequest, 'owner'>,
  { isLive }: { isLive: boolean },
): Promise<void> {
  const clone = inFolderOf(source, path, async (from, name) => {
    await using file = await from.file(name);
    // It may be another one than was listed.
    const stats = await file.stat();
    requirePlain(source, path, stats, (await source.ownStat()).uid);
    await removeIfPresent(staging, stagedName);
    await cloneTo(file, staging);
    await using cloned = await staging.file(stagedName);
    await cloned.chmod(stats.mode & 0o700);
    await cloned.chown(owner.uid, owner.gid);
    await inFolderOf(target, path, (to) => staging.move(stagedName, to, name));
  });
  await (isLive ? clone.catch(ifGone) : clone);
}
