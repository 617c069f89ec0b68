import {
  type ConfinedFolder,
  type FolderEntry,
  ifGone,
  ifReplaced,
  settled,
  shownName,
  UnsafeEntry,
} from './confined-folder.ts';

/**
 * Removes a folder with everything below it, of any depth and any number of entries, with constant memory and a constant
 * number of descriptors: a folder within a folder is moved to the top before it is emptied. Follows no link and enters no
 * mount. An interrupted removal can be repeated. Throws UnsafeEntry for a mount, and file system errors.
 */
export async function removeTree(parent: ConfinedFolder, name: string): Promise<void> {
  const folder = await parent.folder(name).catch(ifGone);
  if (folder === null) return;
  try {
    await empty(folder, folder.mountId());
  } finally {
    await folder[Symbol.asyncDispose]();
  }
  await parent.removeFolder(name);
}

/** Entries that appear or change meanwhile are removed as well, unless somebody keeps making them. */
const maxDisturbances = 1000;

/** Removes everything in a folder. Each folder in it is emptied by moving its own folders up. */
async function empty(top: ConfinedFolder, mountId: string): Promise<void> {
  let moved = 0;
  let disturbances = 0;
  const ifDisturbed = (error: NodeJS.ErrnoException): void => {
    disturbances++;
    const { code = '' } = error;
    if (!['ENOENT', 'ENOTEMPTY', 'ENOTDIR', 'EISDIR'].includes(code) || disturbances > maxDisturbances) throw error;
  };
  await top.unlock();
  /** Removes what is no folder, and returns the names of the folders. */
  const unlinkAll = async (folder: ConfinedFolder, batch: readonly FolderEntry[]): Promise<Buffer[]> => {
    const [folders, others] = [true, false].map((isFolder) =>
      batch.filter(({ stats }) => stats.isDirectory() === isFolder).map(({ name }) => name),
    ) as [Buffer[], Buffer[]];
    await settled(others.map((name) => folder.unlink(name).catch(ifDisturbed)));
    return folders;
  };
  const emptyOne = async (name: Buffer): Promise<void> => {
    await using folder = await top.folder(name).catch(ifReplaced);
    if (folder === null) return;
    requireSameMount(folder, mountId);
    await folder.unlock();
    for await (const batch of folder.entries()) {
      for (const inner of await unlinkAll(folder, batch)) {
        moved++;
        await moveUp(folder, inner, top, `.removed-${process.pid}-${moved}`, mountId).catch(ifDisturbed);
      }
    }
    await top.removeFolder(name).catch(ifDisturbed);
  };
  for (let isEmpty = false; !isEmpty; ) {
    isEmpty = true;
    for await (const batch of top.entries()) {
      if (batch.length > 0) isEmpty = false;
      for (const name of await unlinkAll(top, batch)) await emptyOne(name);
    }
  }
}

async function moveUp(
  folder: ConfinedFolder,
  name: Buffer,
  top: ConfinedFolder,
  newName: string,
  mountId: string,
): Promise<void> {
  try {
    // A name of an earlier, interrupted removal may be taken.
    await folder.move(name, top, await freeName(top, newName));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EBUSY') throw isMount(`${folder.path}/${shownName(name)}`);
    if (code !== 'EXDEV') throw error;
    // A subvolume of its own: nothing in it can be moved out of it.
    await using inner = await folder.folder(name);
    requireSameMount(inner, mountId);
    await empty(inner, mountId);
    await folder.removeFolder(name);
  }
}

async function freeName(folder: ConfinedFolder, name: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const candidate = attempt === 0 ? name : `${name}.${attempt}`;
    if ((await folder.stat(candidate).catch(ifGone)) === null) return candidate;
  }
}

function requireSameMount(folder: ConfinedFolder, mountId: string): void {
  if (folder.mountId() === mountId) return;
  throw isMount(folder.path);
}

const isMount = (path: string): UnsafeEntry => new UnsafeEntry(`${path} is a mount; unmount it first`);
