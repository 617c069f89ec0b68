import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import type { Clock } from '../../timing/clock.ts';
import type { Service } from '../loops/service.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';

const mebibyte = 1024 * 1024;
/** Others who write to the same disk can take no more than one of these before what made it necessary is written. */
const sliceBytes = mebibyte;

export interface StoreReserveOptions {
  /** Default: 16 MiB. SQLite lets its write-ahead log grow to 4 MiB before it uses its room again. */
  bytes?: number;
  onRelease?(left: number): void;
}

/**
 * A file beside the store that is truncated slice by slice when the disk is full, so that what makes room can still be recorded.
 * Its size is its only state, so that a crash does no harm.
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

  get left(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

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

const intervalMs = 60_000;

export class ReserveKeeper implements Service {
  readonly name = 'reserved space';
  readonly #reserve: Pick<StoreReserve, 'restore' | 'path'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #pulse: Pulse;
  #isMissing = false;

  constructor(reserve: Pick<StoreReserve, 'restore' | 'path'>, clock: Clock, log: Logger, pulse: Pulse) {
    this.#reserve = reserve;
    this.#clock = clock;
    this.#log = log;
    this.#pulse = pulse;
  }

  run(signal: AbortSignal): Promise<void> {
    return loop({ pulse: this.#pulse, signal, rest: (ms) => this.#clock.sleep(ms, signal) }, async () => {
      await this.#restore();
      return intervalMs;
    });
  }

  async #restore(): Promise<void> {
    const why = await this.#reserve.restore().then((done) => (done ? null : 'its disk is nearly full'), errorMessage);
    if (why !== null && !this.#isMissing) {
      this.#log.warn(
        `the reserved space ${this.#reserve.path} of the agent’s store is not complete: ${why}; make room`,
      );
    }
    if (why === null && this.#isMissing) this.#log.info('the reserved space of the agent’s store is complete again');
    this.#isMissing = why !== null;
  }
}
