import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;
/** Others who write to the same disk can take no more than one of these before what made it necessary is written. */
const sliceBytes = mebibyte;

export interface StoreReserveOptions {
  /** Default: 16 MiB. SQLite lets its write-ahead log grow to 4 MiB before it uses its room again. */
  bytes?: number;
  /** Called after a slice was given up, with the bytes that are left. */
  onRelease?(left: number): void;
}

/**
 * Room that is set aside on the disk of the agent's store: a file beside it. When the disk is full, slices of it are given up one after the
 * other, so that what makes room, such as the deletion of a node, can still be written down. Its size is all that there is to know of it,
 * so that a crash at any moment does no harm.
 */
export class StoreReserve {
  readonly path: string;
  readonly #dataDir: string;
  readonly #bytes: number;
  readonly #onRelease: (left: number) => void;

  constructor(dataDir: string, { bytes = 16 * mebibyte, onRelease = () => undefined }: StoreReserveOptions = {}) {
    this.path = join(dataDir, 'agent.reserve');
    this.#dataDir = dataDir;
    this.#bytes = bytes;
    this.#onRelease = onRelease;
  }

  /** Bytes that can still be given up. */
  get left(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Gives up a slice. Returns false when nothing is left. */
  release(): boolean {
    const left = this.left;
    if (left === 0) return false;
    const file = openSync(this.path, 'r+');
    try {
      ftruncateSync(file, Math.max(0, left - sliceBytes));
      // Journaling file systems give the blocks to others only once the truncation itself is on disk.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#onRelease(this.left);
    return true;
  }

  /** Sets aside what is missing, as soon as twice as much is free. Returns whether all of it is set aside now. */
  async restore(): Promise<boolean> {
    const missing = this.#bytes - this.left;
    if (missing <= 0) return true;
    const { bavail, bsize } = await statfs(this.#dataDir);
    if (bavail * bsize < missing + this.#bytes) return false;
    const file = await open(this.path, 'a', 0o600);
    try {
      // Zeros would take no room on a file system that compresses.
      for (let left = missing; left > 0; left -= sliceBytes) {
        await file.appendFile(randomFillSync(Buffer.alloc(Math.min(left, sliceBytes))));
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  }
}
