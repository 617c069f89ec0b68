import { createReadStream } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { syncFolder } from '../storage/private-file.ts';
import { ArchiveRefused } from './verify-archive.ts';

const mebibyte = 1024 * 1024;
/** Many times the number of files in a release. */
const maxEntries = 20_000;

/**
 * Unpacks a release into the new folder `folder`, without the archive's top folder. Takes only folders and plain files.
 * Throws ArchiveRefused; the caller removes `folder` then.
 */
export async function unpackArchive(
  archive: string,
  folder: string,
  { maxBytes = 1024 * mebibyte, signal }: { maxBytes?: number; signal?: AbortSignal } = {},
): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o755);
  const source = createReadStream(archive, { signal });
  const unzipped = createGunzip();
  const entries = extract();
  source.once('error', (error) => unzipped.destroy(error));
  unzipped.once('error', (error) => entries.destroy(error));
  source.pipe(unzipped).pipe(entries);
  const folders = new Set([folder]);
  let bytes = 0;
  let count = 0;
  try {
    for await (const entry of entries) {
      const { name, type, size = 0, mode = 0 } = entry.header;
      bytes += size;
      count++;
      if (bytes > maxBytes || count > maxEntries)
        throw new ArchiveRefused(`the archive contains more than ${maxBytes / mebibyte} MiB or ${maxEntries} files`);
      const path = join(folder, ...placeOf(name));
      const parent = type === 'directory' ? path : dirname(path);
      if (!folders.has(parent)) await makeFolder(parent);
      folders.add(parent);
      if (type === 'file') await writeEntry(path, entry as AsyncIterable<Buffer>, (mode & 0o100) !== 0);
      else if (type !== 'directory')
        throw new ArchiveRefused(
          `the archive contains ${JSON.stringify(name)}, which is not a folder or a regular file`,
        );
      entry.resume();
    }
  } finally {
    source.destroy();
    unzipped.destroy();
  }
  for (const each of [...folders, dirname(folder)]) syncFolder(each);
}

/** Returns an entry's path below the archive's top folder. Throws ArchiveRefused for one outside of it. */
export function placeOf(name: string): string[] {
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.some((part) => ['', '.', '..'].includes(part) || part.includes('\0')))
    throw new ArchiveRefused(`the archive contains ${JSON.stringify(name)}, which is outside of its folder`);
  return parts.slice(1);
}

/** With modes independent of the umask: the agent runs what root unpacks. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

async function writeEntry(path: string, content: AsyncIterable<Buffer>, isProgram: boolean): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.chmod(isProgram ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}
