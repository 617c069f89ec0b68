import { createWriteStream, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export interface ArchiveOptions {
  /** The folder of the archive that everything lies in. */
  name: string;
  /** The time of every entry. */
  mtime: Date;
  /** Compression from 0, which is none, to 9. Default: 9. */
  level?: number;
}

/** Writes a folder into a .tar.gz that is the same, byte for byte, wherever and whenever it is made: sorted, with one owner and one time. */
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
    // Modes by what a file is for and not by the umask of whoever builds.
    const mode = stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644;
    if (stats.isDirectory()) archive.entry({ ...header, mode, type: 'directory' });
    else archive.entry({ ...header, mode }, readFileSync(path));
  }
  archive.finalize();
  await written;
}

/** Everything below a folder, sorted by its path. */
const entriesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => join(folder, path));
