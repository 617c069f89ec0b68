import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** The path is a link, a folder, a pipe or a device, or the file is too large. */
export class NotPlain extends Error {
  override name = 'NotPlain';
}

/** Reads a file in another user's folder: no link, no pipe, at most `maxBytes`. Throws NotPlain, and read errors. */
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

/** Opens a plain file for reading, not through a link. The caller closes it. Throws NotPlain, and open errors. */
export function openPlainFile(path: string): number {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw new NotPlain(`${path} is a link`);
    // A socket cannot be opened.
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') throw new NotPlain(`${path} is not a regular file`);
    throw error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new NotPlain(`${path} is not a regular file`);
}

/** Reads a file; null if it is missing, or cannot be read. */
export function textOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
