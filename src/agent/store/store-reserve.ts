import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import type { Clock } from '../../timing/clock.ts';
import { loop, type Pulse, type Service } from '../loops/watched-loops.ts';

const mebibyte = 1024 * 1024;
/** Other writers on the disk can take at most one slice before the pending write completes. */
const sliceBytes = mebibyte;

export interface StoreReserveOptions {
  /** Default: 16 MiB. SQLite grows its write-ahead log to 4 MiB before it reuses its space. */
  bytes?: number;
  onRelease?(left: number): void;
}

/** A file that is truncated slice by slice when the disk is full, so that writes that free space still succeed. */
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

  get left(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  release(): boolean {
    const left = this.left;
    if (left === 0) return false;
    const file = openSync(this.path, 'r+');
    try {
      ftruncateSync(file, Math.max(0, left - sliceBytes));
      // Journaling file systems free the blocks only once the truncation itself is on disk.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#onRelease(this.left);
    return true;
  }

  /** Restores the missing part, once twice as much is free. Returns whether the reserve is complete. */
  async restore(): Promise<boolean> {
    const missing = this.#bytes - this.left;
    if (missing <= 0) return true;
    const { bavail, bsize } = await statfs(this.#dataDir);
    if (bavail * bsize < missing + this.#bytes) return false;
    const file = await open(this.path, 'a', 0o600);
    try {
      // Zeros would take no space on a compressing file system.
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

const intervalMs = 60_000;

/** Restores the reserve after it was used. */
export function reserveKeeper(
  reserve: Pick<StoreReserve, 'restore' | 'path'>,
  { clock, log, pulse }: { clock: Clock; log: Logger; pulse: Pulse },
): Service {
  let isMissing = false;
  const turn = async () => {
    const why = await reserve.restore().then((done) => (done ? null : 'disk nearly full'), errorMessage);
    if (why !== null && !isMissing)
      log.warn(`cannot reserve disk space for the agent’s store in ${reserve.path}: ${why}; free disk space`);
    if (why === null && isMissing) log.info('restored the reserved disk space of the agent’s store');
    isMissing = why !== null;
    return intervalMs;
  };
  const run = (signal: AbortSignal) => loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, turn);
  return { name: 'reserved space', run };
}
