import { type ConfinedFolder, shownName, UnsafeEntry } from './confined-folder.ts';

/**
 * Removes a folder with everything below it, of any depth, with a constant number of descriptors: a folder within a
 * folder is moved to the top before it is emptied. Follows no link and enters no mount. An interrupted removal can be
 * repeated. Throws UnsafeEntry for a mount, and file system errors.
 */
export async function removeTree(parent: ConfinedFolder, name: string): Promise<void> {
  const folder = await parent.folder(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (folder === null) return;
  try {
    await empty(folder, await folder.mountId());
  } finally {
    await folder[Symbol.asyncDispose]();
  }
  await parent.removeFolder(name);
}

/** Entries that appear meanwhile are removed as well, unless somebody keeps making them. */
const maxRepetitions = 100;

/** Removes everything in a folder. Each folder in it is emptied by moving its own folders up. */
async function empty(top: ConfinedFolder, mountId: string): Promise<void> {
  await top.unlock();
  let moved = 0;
  let repetitions = 0;
  for (let names = await folderNames(top); names.length > 0; names = await folderNames(top)) {
    for (const name of names) {
      await using folder = await top.folder(name);
      await requireSameMount(folder, mountId);
      await folder.unlock();
      for (const inner of await folderNames(folder)) {
        moved++;
        await moveUp(folder, inner, top, `.removed-${process.pid}-${moved}`, mountId);
      }
      await top.removeFolder(name).catch((error: NodeJS.ErrnoException) => {
        repetitions++;
        if (error.code !== 'ENOTEMPTY' || repetitions > maxRepetitions) throw error;
      });
    }
  }
}

/** Removes everything but folders from a folder, and returns the names of these. */
async function folderNames(folder: ConfinedFolder): Promise<Buffer[]> {
  const folders: Buffer[] = [];
  for await (const name of folder.names()) {
    if ((await folder.stat(name)).isDirectory()) folders.push(name);
    else await folder.unlink(name);
  }
  return folders;
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
    await requireSameMount(inner, mountId);
    await empty(inner, mountId);
    await folder.removeFolder(name);
  }
}

async function freeName(folder: ConfinedFolder, name: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const candidate = attempt === 0 ? name : `${name}.${attempt}`;
    const isTaken = await folder.stat(candidate).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (!isTaken) return candidate;
  }
}

async function requireSameMount(folder: ConfinedFolder, mountId: string): Promise<void> {
  if ((await folder.mountId()) === mountId) return;
  throw isMount(folder.path);
}

const isMount = (path: string): UnsafeEntry => new UnsafeEntry(`${path} is a mount; unmount it first`);
