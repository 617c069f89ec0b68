import { ConfinedFolder, ifGone, UnsafeEntry } from '../../../storage/confined/confined-folder.ts';
import { removeTree } from '../../../storage/confined/remove-tree.ts';
import { ignoring, refused } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { dataFolder, dataMarkerFile, paths } from './paths.ts';
import { findOtherThanFolder, pathExists, readFile } from './read-file.ts';
import { putEntries } from './volume-files.ts';

/** The data directory of a container whose daemon is down. */
export interface NodeFiles {
  client: EngineClient;
  containerId: string;
  user: { uid: number; gid: number };
  /** Where the volume is on the host; undefined if unknown. An agent in a container, or without root, may not see it. */
  path: string | undefined;
}

/** Larger files are dropped instead of kept: a peers.dat has at most a few MiB. */
const maxKeptBytes = 32 * 1024 * 1024;

/**
 * Renames a file below the data directory, and so replaces what has the new name. Returns whether there was one. Follows
 * no link of the daemon out of its volume. Throws RuntimeError.
 */
export async function setFileAside(files: NodeFiles, file: string, suffix: string): Promise<boolean> {
  const [folders, name] = split(file);
  const renamed = await onFolder(files, folders, async (folder) => {
    if (!(await hasEntry(folder, name))) return false;
    const aside = `${name}${suffix}`;
    // A rename replaces a file, but no folder.
    await removeTree(folder, aside).catch(unlessFile);
    await folder.move(name, folder, aside);
    await folder.sync();
    return true;
  });
  return renamed ?? (await files.client.fileReads(() => setAsideThroughEngine(files, file, suffix)));
}

/**
 * The engine can write into a volume, but not rename: the file is copied, and a link to nothing takes its place, which
 * the daemon treats as a missing file and replaces when it writes its own.
 */
async function setAsideThroughEngine(
  { client, containerId, user }: NodeFiles,
  file: string,
  suffix: string,
): Promise<boolean> {
  const path = `${paths.dataDir}/${file}`;
  await requireFolders(client, containerId, file);
  if (!(await pathExists(client, containerId, path))) return false;
  const kept = await readFile(client, containerId, path, maxKeptBytes);
  const owner = { ...user, mtime: new Date() };
  const name = `${dataFolder}/${file}`;
  await putEntries(client, containerId, `move ${file} aside`, [
    ...(kept === null ? [] : [[{ ...owner, name: `${name}${suffix}`, mode: 0o600 }, kept] as const]),
    [{ ...owner, name, type: 'symlink', linkname: `${split(file)[1]}.missing`, mode: 0o777 }],
  ]);
  return true;
}

/** Removes a folder below the data directory. Follows no link of the daemon out of its volume. Throws RuntimeError. */
export async function removeDataFolder(files: NodeFiles, path: string): Promise<void> {
  const [folders, name] = split(path);
  const done = await onFolder(files, folders, async (folder) => {
    await removeTree(folder, name).catch(async (error: unknown) => {
      if (!(error instanceof UnsafeEntry) || (await folder.stat(name)).isDirectory()) throw error;
      // A link or a file with its name: that is removed itself.
      await folder.unlink(name);
    });
    await folder.sync();
    return true;
  });
  if (done === null) await removeThroughEngine(files, path);
}

/** The engine replaces a folder by a file as a whole, and the file by an empty folder. */
async function removeThroughEngine({ client, containerId, user }: NodeFiles, path: string): Promise<void> {
  await requireFolders(client, containerId, path);
  if (!(await pathExists(client, containerId, `${paths.dataDir}/${path}`))) return;
  const entry = { ...user, mtime: new Date(), name: `${dataFolder}/${path}` };
  await putEntries(
    client,
    containerId,
    `remove ${path}`,
    [[{ ...entry, mode: 0o600 }, ''], [{ ...entry, name: `${entry.name}/`, type: 'directory', mode: 0o700 }]],
    { timeoutSeconds: removalSeconds },
  );
}

/** Throws RuntimeError for a link on the way to a path, which the engine would follow. */
async function requireFolders(client: EngineClient, containerId: string, path: string): Promise<void> {
  const other = await findOtherThanFolder(client, containerId, split(path)[0]);
  if (other !== null) throw refused(`cannot change the node's data: ${other} is not a folder`);
}

/** An index of mainnet has thousands of files. */
const removalSeconds = 600;

const blockFile = /^blk\d{5}\.dat$/;
/** Twice as many as their names can count. A hostile daemon may make any number of files. */
const maxBlockFiles = 200_000;

/** Reads the start of the oldest block file in a folder; null if this process cannot see the folder, or it has none. */
export async function startOfOldestBlocks(files: NodeFiles, folder: string, length: number): Promise<Buffer | null> {
  const found = await onFolder(files, folder.split('/'), async (blocks) => {
    let oldest: string | null = null;
    let seen = 0;
    for await (const name of blocks.names()) {
      const text = name.toString('latin1');
      if (blockFile.test(text) && (oldest === null || text < oldest)) oldest = text;
      if (++seen > maxBlockFiles) return false;
    }
    if (oldest === null) return false;
    await using file = await blocks.file(oldest);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  }).catch(ignoring('refused'));
  return found || null;
}

/** Calls `work` with a folder of the data directory; null if this process does not see the volume. */
async function onFolder<T>(
  { path }: NodeFiles,
  folders: readonly string[],
  work: (folder: ConfinedFolder) => Promise<T>,
): Promise<T | false | null> {
  if (path === undefined) return null;
  try {
    await using volume = await ConfinedFolder.openRoot(path);
    // A folder that happens to have this path in the agent’s container is no volume of ours.
    if (!(await hasEntry(volume, dataMarkerFile))) return null;
    await using data = await volume.folder(dataFolder);
    await using folder = await data.descend(folders).catch(ifGone);
    return folder === null ? false : await work(folder);
  } catch (error) {
    if (error instanceof UnsafeEntry)
      throw refused(`cannot change the node’s data: ${error.message}`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EPERM') return null;
    throw error;
  }
}

const hasEntry = async (folder: ConfinedFolder, name: string): Promise<boolean> =>
  (await folder.stat(name).catch(ifGone)) !== null;

const unlessFile = (error: unknown): void => {
  if (!(error instanceof UnsafeEntry)) throw error;
};

/** Returns the folders of a path, and the name at its end. */
function split(path: string): [folders: string[], name: string] {
  const names = path.split('/');
  return [names.slice(0, -1), names.at(-1) ?? ''];
}
