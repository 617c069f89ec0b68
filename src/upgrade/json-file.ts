import { linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { NotPlain, readPlainFile } from '../storage/plain-file.ts';
import { syncFolder, writePrivateFile } from '../storage/private-file.ts';
import { errorMessage } from '../text/error-message.ts';
import { jsonOrNull } from '../text/json-or-null.ts';

/** A file of an upgrade does not hold what it must, or the disk cannot read it. */
export class InvalidUpgradeFile extends Error {
  override name = 'InvalidUpgradeFile';
}

const maxBytes = 1024 * 1024;
/** What a disk or a file system answers that has lost what lies there. It is lost the next time too. */
const damageCodes: readonly (string | undefined)[] = ['EIO', 'EUCLEAN', 'EBADMSG'];

/** Reads a file of an upgrade, through no link: each side may be another user's. Null where there is none. Throws InvalidUpgradeFile, and what reading throws. */
export function readJsonFile<T>(path: string, shape: z.ZodType<T>): T | null {
  let text: string;
  try {
    text = readPlainFile(path, maxBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (error instanceof NotPlain) throw new InvalidUpgradeFile(error.message);
    if (damageCodes.includes(code)) throw new InvalidUpgradeFile(`${path} cannot be read: ${errorMessage(error)}`);
    throw error;
  }
  const { success, data, error } = shape.safeParse(jsonOrNull(text));
  if (success) return data;
  throw new InvalidUpgradeFile(`${path} is not what it should be: ${z.prettifyError(error)}`);
}

/** Writes it whole or not at all; it is on the disk when this returns. Written by root, it belongs to the owner of its folder. */
export function writeJsonFile<T>(path: string, shape: z.ZodType<T>, value: T): void {
  writePrivateFile(path, `${JSON.stringify(shape.parse(value))}\n`);
}

/** Removes it, or whatever somebody put in its place, for good, also across a power cut. */
export function removeJsonFile(path: string): void {
  rmSync(path, { force: true, recursive: true });
  syncFolder(dirname(path));
}

/** Keeps a damaged file under another name, which it returns. The file stays until it is replaced, so that a kill loses no trace. */
export function keepDamaged(path: string): string {
  const kept = `${path}.damaged`;
  rmSync(kept, { force: true, recursive: true });
  try {
    linkSync(path, kept);
  } catch {
    // A folder has no second name.
    renameSync(path, kept);
  }
  syncFolder(dirname(path));
  return kept;
}
