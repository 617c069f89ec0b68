import { linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { NotPlain, readPlainFile } from '../storage/plain-file.ts';
import { syncFolder, writePrivateFile } from '../storage/private-file.ts';
import { errorMessage } from '../text/error-message.ts';
import { jsonOrNull } from '../text/json-or-null.ts';

/** An upgrade file is invalid, or the disk cannot read it. */
export class InvalidUpgradeFile extends Error {
  override name = 'InvalidUpgradeFile';
}

const maxBytes = 1024 * 1024;
/** Errors of a disk or file system that lost data, permanently. */
const damageCodes: readonly (string | undefined)[] = ['EIO', 'EUCLEAN', 'EBADMSG'];

/**
 * Reads an upgrade file, not through a link: either side may be another user. Null without one. Throws
 * InvalidUpgradeFile, and read errors.
 */
export function readJsonFile<T>(path: string, shape: z.ZodType<T>): T | null {
  let text: string;
  try {
    text = readPlainFile(path, maxBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (error instanceof NotPlain) throw new InvalidUpgradeFile(error.message);
    if (damageCodes.includes(code)) throw new InvalidUpgradeFile(`cannot read ${path}: ${errorMessage(error)}`);
    throw error;
  }
  const { success, data, error } = shape.safeParse(jsonOrNull(text));
  if (success) return data;
  throw new InvalidUpgradeFile(`${path} is invalid: ${z.prettifyError(error)}`);
}

/**
 * Writes it completely or not at all; it is on disk when this returns. Written by root, it belongs to the owner of its
 * folder.
 */
export function writeJsonFile<T>(path: string, shape: z.ZodType<T>, value: T): void {
  writePrivateFile(path, `${JSON.stringify(shape.parse(value))}\n`);
}

/** Removes the file, or whatever replaced it, durably. */
export function removeJsonFile(path: string): void {
  rmSync(path, { force: true, recursive: true });
  syncFolder(dirname(path));
}

/**
 * Keeps a damaged file under another name, which it returns. The file stays until it is replaced, so that a kill loses
 * nothing.
 */
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
