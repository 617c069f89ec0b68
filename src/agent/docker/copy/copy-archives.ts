import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import { extract, type Header, type Pack, pack } from 'tar-stream';
import { shownName } from '../../../storage/confined/confined-folder.ts';
import { nullIfNotFound, refused } from '../../runtime/runtime-error.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { dataFolder, paths } from '../engine/paths.ts';
import { entriesOf, findOtherThanFolder } from '../engine/read-file.ts';
import { type CopyRequest, type CopyResult, copyLimits } from './copy-files.ts';

export interface ArchiveCopyRequest extends Pick<CopyRequest, 'folders' | 'owner' | 'onProgress' | 'signal'> {
  client: EngineClient;
  /** Containers that mount the volumes; both are down. */
  fromContainer: string;
  toContainer: string;
  /** Expected size of the copy in bytes. */
  estimate: number;
  /** Called before each file, with the bytes copied so far. Throws RuntimeError. */
  requireSpace(file: { size: number; done: number }): Promise<void>;
  /** Default: that of a copy of files. */
  maxEntries?: number;
}

const daySeconds = 24 * 3600;

/**
 * Copies folders between the data directories of two containers through the engine, which works even if this process
 * sees neither. Nothing is used before the copy is complete; a retry starts over.
 */
export async function copyArchives(request: ArchiveCopyRequest): Promise<CopyResult> {
  let done = 0;
  let entries = 0;
  const { maxEntries = copyLimits.maxEntries } = request;
  const onEntry = () => {
    entries++;
    if (entries > maxEntries) throw refused(`cannot copy the data: it has more than ${maxEntries} entries`);
  };
  for (const folder of request.folders) {
    const before = done;
    await requireFolder(request, folder);
    const onBytes = (bytes: number) =>
      request.onProgress({ done: before + bytes, total: Math.max(request.estimate, before + bytes) });
    done += await copyFolder(request, folder, { before, onBytes, onEntry });
  }
  return { bytes: done, method: 'engine' };
}

/** Throws RuntimeError for anything but a folder on the way: the engine would copy what a link leads to, or nothing. */
async function requireFolder(
  { client, fromContainer }: Pick<ArchiveCopyRequest, 'client' | 'fromContainer'>,
  folder: string,
): Promise<void> {
  const other = await findOtherThanFolder(client, fromContainer, folder.split('/'));
  if (other !== null) throw notAFolder(other);
}

const notAFolder = (path: string) => refused(`cannot copy ${path}: not a folder`);

interface FolderProgress {
  /** Bytes of the folders before this one. */
  before: number;
  onBytes(bytes: number): void;
  onEntry(): void;
}

/** Returns the bytes copied; 0 if the folder does not exist. */
async function copyFolder(request: ArchiveCopyRequest, folder: string, progress: FolderProgress): Promise<number> {
  const { client, fromContainer, toContainer, signal } = request;
  const options = { timeoutSeconds: daySeconds, signal };
  const read = (container: Docker.Container, abort: object) =>
    container.getArchive({ ...abort, path: `${paths.dataDir}/${folder}` }) as Promise<Readable>;
  const source = await client
    .onContainer(fromContainer, `read ${folder} of the chain data`, read, options)
    .catch(nullIfNotFound);
  if (source === null) return 0;
  const target = pack();
  try {
    const [, bytes] = await client.onContainer(
      toContainer,
      `write ${folder} of the chain data`,
      (container, abort) =>
        Promise.all([
          container.putArchive(Readable.from(target), { ...abort, path: paths.mountPoint }),
          repack(source, target, request, folder, progress).catch((error: unknown) => {
            target.destroy(error as Error);
            throw error;
          }),
        ]),
      options,
    );
    return bytes;
  } finally {
    source.destroy();
    target.destroy();
  }
}

/** Writes a folder's archive into another, with its parents and its owner. Returns the bytes of its files. */
async function repack(
  source: Readable,
  target: Pack,
  request: ArchiveCopyRequest,
  folder: string,
  { before, onBytes, onEntry }: FolderProgress,
): Promise<number> {
  const { owner } = request;
  const parents = [dataFolder, ...folder.split('/').slice(0, -1)];
  for (const depth of parents.keys())
    target.entry({ ...owner, name: `${parents.slice(0, depth + 1).join('/')}/`, type: 'directory', mode: 0o700 });
  const entries = extract();
  source.once('error', (error) => entries.destroy(error));
  source.pipe(entries);
  let bytes = 0;
  let isFolder = false;
  for await (const entry of entriesOf(entries, folder)) {
    isFolder = true;
    onEntry();
    const { type, size = 0 } = entry.header;
    // An archive of `a/b` starts with `b/`.
    const name = [...parents, entry.header.name].join('/');
    if (name.split('/').includes('..') || !(type === 'directory' || type === 'file'))
      throw refused(`cannot copy ${shownName(name)}: neither a file nor a folder`);
    if (type === 'directory') {
      target.entry({ ...owner, name, type, mode: 0o700 });
      entry.resume();
    } else {
      await request.requireSpace({ size, done: before + bytes });
      entry.on('data', (chunk) => {
        bytes += (chunk as Buffer).length;
        onBytes(bytes);
      });
      await pipeline(entry, target.entry(fileHeader(entry.header, name, owner)));
    }
  }
  if (!isFolder) throw notAFolder(`${paths.dataDir}/${folder}`);
  target.finalize();
  return bytes;
}

/** The header of a copied file, which its owner alone may read. */
const fileHeader = ({ size = 0, mode, mtime }: Header, name: string, owner: ArchiveCopyRequest['owner']) => ({
  ...owner,
  name,
  size,
  mode: (mode ?? 0o600) & 0o700,
  ...(mtime ? { mtime } : {}),
});
