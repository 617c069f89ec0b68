import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const mebibyte = 1024 * 1024;

/** A separate disk that a test may fill. Needs root. */
export interface SmallDisk extends Disposable {
  path: string;
  free(): number;
  /** Makes a file so long that only this many MiB are free, or fills to the last byte for 0. */
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
      const size = existsSync(ballast) ? statSync(ballast).size : 0;
      // Much cheaper than writing as much. It fails as a whole if something else takes the last room meanwhile.
      const more = Math.floor((free() - Math.max(leaveMiB, 4)) * mebibyte);
      if (more > 0) execFileSync('fallocate', ['--offset', `${size}`, '--length', `${more}`, ballast]);
      if (leaveMiB === 0) fillToTheLastByte(ballast);
      else if (more < 0) truncateSync(ballast, Math.max(0, size + more));
    },
    empty: () => rmSync(ballast, { force: true }),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
    },
  };
}

function fillToTheLastByte(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** The same for one test: it is gone when the test ends. */
export function smallDisk(sizeMiB: number): SmallDisk {
  const disk = mountSmallDisk(sizeMiB);
  onTestFinished(() => disk[Symbol.dispose]());
  return disk;
}
