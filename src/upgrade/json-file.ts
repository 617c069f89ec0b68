import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
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

/** A file of an upgrade, not read through a link: either side may be another user. */
export class JsonFile<T> {
  readonly path: string;
  readonly #shape: z.ZodType<T>;

  constructor(path: string, shape: z.ZodType<T>) {
    this.path = path;
    this.#shape = shape;
  }

  /** Null without the file. Throws InvalidUpgradeFile, and read errors. */
  read(): T | null {
    const { path } = this;
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
    const { success, data, error } = this.#shape.safeParse(jsonOrNull(text));
    if (success) return data;
    throw new InvalidUpgradeFile(`${path} is invalid: ${z.prettifyError(error)}`);
  }

  /** Writes it durably, completely or not at all. Written by root, it belongs to its folder's owner. */
  write(value: T): void {
    writePrivateFile(this.path, `${JSON.stringify(this.#shape.parse(value))}\n`);
  }

  /** Removes the file, or whatever replaced it, durably. Someone may have removed its folder. */
  remove(): void {
    rmSync(this.path, { force: true, recursive: true });
    if (existsSync(dirname(this.path))) syncFolder(dirname(this.path));
  }

  /** Keeps a damaged file under another name, which it returns. It stays until it is replaced, so a kill loses nothing. */
  keepDamaged(): string {
    const kept = `${this.path}.damaged`;
    rmSync(kept, { force: true, recursive: true });
    try {
      linkSync(this.path, kept);
    } catch {
      // A folder has no second name.
      renameSync(this.path, kept);
    }
    syncFolder(dirname(kept));
    return kept;
  }
}
