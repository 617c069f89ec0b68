import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** What lies at a path is a link, a folder, a pipe or a device, or larger than it may be. */
export class NotPlain extends Error {
  override name = 'NotPlain';
}

/** Reads a file in another user's folder: no link, no pipe, at most `maxBytes`. Throws NotPlain, and what reading throws. */
export function readPlainFile(path: string, maxBytes: number, check: (stats: Stats) => void = () => undefined): string {
  const file = openPlainFile(path);
  try {
    const stats = fstatSync(file);
    if (stats.size > maxBytes) throw new NotPlain(`${path} is larger than ${maxBytes} bytes`);
    check(stats);
    return readFileSync(file, 'utf8').slice(0, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** Opens a plain file for reading, through no link. The caller closes it. Throws NotPlain, and what opening throws. */
export function openPlainFile(path: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new NotPlain(`${path} is a link`);
    // A socket cannot be opened.
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') throw new NotPlain(`${path} is no plain file`);
    throw error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new NotPlain(`${path} is no plain file`);
}
