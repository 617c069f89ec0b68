import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const mebibyte = 1024 * 1024;

/** A separate disk that a test may fill. Needs root. */
export interface SmallDisk extends Disposable {
  path: string;
  free(): number;
  /** Writes a file until only this many MiB are free, or to the last byte for 0. */
  fill(leaveMiB: number): void;
  empty(): void;
}

export function mountSmallDisk(sizeMiB: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'satrap-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=711`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return (bavail * bsize) / mebibyte;
  };
  return {
    path,
    free,
    fill: (leaveMiB) => {
      const file = openSync(ballast, 'a');
      try {
        for (let left = (free() - leaveMiB) * mebibyte; left > 0; left -= mebibyte) {
          writeSync(file, Buffer.alloc(Math.min(left, mebibyte)));
        }
        if (leaveMiB === 0) for (;;) writeSync(file, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** The same for one test: it is gone when the test ends. */
export function smallDisk(sizeMiB: number): SmallDisk {
  const disk = mountSmallDisk(sizeMiB);
  onTestFinished(() => disk[Symbol.dispose]());
  return disk;
}
