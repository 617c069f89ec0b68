import { createWriteStream, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export interface ArchiveOptions {
  /** The top-level folder in the archive. */
  name: string;
  /** The time of every entry. */
  mtime: Date;
  /** Compression from 0 (none) to 9. Default: 9. */
  level?: number;
}

/** Writes a folder into a reproducible .tar.gz: sorted, with a single owner and time. */
export async function writeArchive(
  folder: string,
  file: string,
  { name, mtime, level = 9 }: ArchiveOptions,
): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level }), createWriteStream(file));
  for (const path of [folder, ...entriesOf(folder)]) {
    const stats = lstatSync(path);
    const header = { name: join(name, relative(folder, path)), mtime, uid: 0, gid: 0, uname: 'root', gname: 'root' };
    // Modes depend on the file's purpose, not on the builder's umask.
    const mode = stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644;
    if (stats.isDirectory()) archive.entry({ ...header, mode, type: 'directory' });
    else archive.entry({ ...header, mode }, readFileSync(path));
  }
  archive.finalize();
  await written;
}

/** All entries below a folder, sorted by path. */
const entriesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => join(folder, path));
