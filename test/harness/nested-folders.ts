import { basename, dirname } from 'node:path';
import { ConfinedFolder } from '../../src/storage/confined/confined-folder.ts';
import { removeTree } from '../../src/storage/confined/remove-tree.ts';

/** Makes folders within folders, deeper than any path may be long, as a program does that changes into each. */
export async function nestFolders(root: string, levels: number, name: string): Promise<void> {
  let folder = await ConfinedFolder.openRoot(root);
  for (let level = 0; level < levels; level++) {
    const inner = await folder.makeFolder(name, 0o755);
    await folder[Symbol.asyncDispose]();
    folder = inner;
  }
  await folder[Symbol.asyncDispose]();
}

/** Removes such a tree: the standard library cannot. */
export async function removeNested(root: string): Promise<void> {
  await using parent = await ConfinedFolder.openRoot(dirname(root));
  await removeTree(parent, basename(root));
}
