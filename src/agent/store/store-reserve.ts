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
export function storeReserve(
  dataDir: string,
  { bytes = 16 * mebibyte, onRelease = () => undefined }: StoreReserveOptions = {},
) {
  const path = join(dataDir, 'agent.reserve');
  const left = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    path,
    left,
    release(): boolean {
      const before = left();
      if (before === 0) return false;
      const file = openSync(path, 'r+');
      try {
        ftruncateSync(file, Math.max(0, before - sliceBytes));
        // Journaling file systems free the blocks only once the truncation itself is on disk.
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      onRelease(left());
      return true;
    },
    /** Restores the missing part, once twice as much is free. Returns whether the reserve is complete. */
    async restore(): Promise<boolean> {
      const missing = bytes - left();
      if (missing <= 0) return true;
      const { bavail, bsize } = await statfs(dataDir);
      if (bavail * bsize < missing + bytes) return false;
      const file = await open(path, 'a', 0o600);
      try {
        // Zeros would take no space on a compressing file system.
        for (let rest = missing; rest > 0; rest -= sliceBytes) {
          await file.appendFile(randomFillSync(Buffer.alloc(Math.min(rest, sliceBytes))));
        }
        await file.sync();
      } finally {
        await file.close();
      }
      return true;
    },
  };
}

export type StoreReserve = ReturnType<typeof storeReserve>;

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
