import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** File systems that can be made on a loop device: files of the first two can share their blocks, those of ext4 cannot. */
export type LoopFileSystem = 'btrfs' | 'xfs' | 'ext4';

const makers: Readonly<Record<LoopFileSystem, readonly string[]>> = {
  btrfs: ['--quiet'],
  // Sharing is the default of recent versions only.
  xfs: ['-q', '-m', 'reflink=1'],
  ext4: ['-q', '-F'],
};

/** A separate disk of a file system, in a file. Needs root. */
export interface LoopDisk extends Disposable {
  path: string;
  /** MiB in use, after everything was written. */
  used(): number;
}

export function mountLoopDisk(fileSystem: LoopFileSystem): LoopDisk {
  const image = `${mkdtempSync(join(tmpdir(), 'satrap-loop-'))}/disk.img`;
  const path = mkdtempSync(join(tmpdir(), 'satrap-disk-'));
  // Sparse: it grows as it is written.
  writeFileSync(image, '');
  truncateSync(image, 4 * 1024 ** 3);
  execFileSync(`mkfs.${fileSystem}`, [...makers[fileSystem], image], { stdio: 'ignore' });
  execFileSync('mount', ['-o', 'loop', image, path]);
  // Daemons of another user reach their folders in it.
  chmodSync(path, 0o711);
  return {
    path,
    used: () => {
      execFileSync('sync', ['--file-system', path]);
      const { blocks, bfree, bsize } = statfsSync(path);
      return ((blocks - bfree) * bsize) / 1024 ** 2;
    },
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path]);
      for (const folder of [path, join(image, '..')]) rmSync(folder, { recursive: true });
    },
  };
}
