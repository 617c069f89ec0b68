import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '../text/error-message.ts';

/**
 * Writes a file that only its owner can read (mode 600), on the disk when this returns. A crash leaves the former file or the new one whole.
 * As root, the file belongs to the owner of the former file or, where there was none, to that of its directory.
 */
export function writePrivateFile(path: string, text: string): void {
  const directory = dirname(path);
  const temporary = `${path}.${randomUUID()}`;
  const { uid, gid } = lstatSync(path, { throwIfNoEntry: false }) ?? statSync(directory);
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(file, text);
      // By the open file: the owner of the directory could put a link in the place of its name.
      if (process.getuid?.() === 0) fchownSync(file, uid, gid);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  // Else the new name may be lost with the power.
  const folder = openSync(directory, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Returns why a file could not be replaced; null where it probably can. */
export function whyNotReplaceable(path: string): string | null {
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
