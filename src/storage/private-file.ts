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

/** Writes a file with mode 600, durably and atomically. Root keeps the owner of the old file or its folder. */
export function writePrivateFile(path: string, text: string): void {
  const directory = dirname(path);
  const temporary = `${path}.${randomUUID()}`;
  const { uid, gid } = lstatSync(path, { throwIfNoEntry: false }) ?? statSync(directory);
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(file, text);
      // By file descriptor: the owner of the directory could replace its name with a link.
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
  // Otherwise the new name may be lost on power failure.
  syncFolder(directory);
}

export function whyNotReplaceable(path: string): string | null {
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Makes the names in a folder durable, such as that of a renamed file. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
