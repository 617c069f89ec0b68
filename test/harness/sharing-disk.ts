import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own on which two files can share their blocks, as long as this machine's kernel has such a file system. */
export interface SharingDisk extends Disposable {
  path: string;
  /** How a copy within it is to be made. Where the kernel has no btrfs, the disk is one that shares nothing, and all is copied. */
  method: 'reflink' | 'copy';
  /** MiB that are used, with what is not written yet. */
  used(): number;
}

/** The image is sparse: it takes what is written to it. */
const size = 4 * 1024 ** 3;

/** Mounts one. Whoever calls it disposes it. Needs root. */
export async function mountSharingDisk(): Promise<SharingDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-sharing-'));
  const path = mkdtempSync(join(tmpdir(), 'satrap-disk-'));
  const method = canShare() ? 'reflink' : 'copy';
  if (method === 'reflink') {
    const image = join(folder, 'disk.img');
    writeFileSync(image, '');
    truncateSync(image, size);
    execFileSync('mkfs.btrfs', ['--quiet', image], { stdio: 'ignore' });
    execFileSync('mount', ['-o', 'loop', image, path]);
  } else execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4g,mode=755', 'tmpfs', path]);
  return {
    path,
    method,
    used: () => {
      execFileSync('sync', ['--file-system', path]);
      const { blocks, bfree, bsize } = statfsSync(path);
      return ((blocks - bfree) * bsize) / 1024 ** 2;
    },
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true });
      rmSync(folder, { recursive: true });
    },
  };
}

function canShare(): boolean {
  const knows = () => /\bbtrfs$/m.test(readFileSync('/proc/filesystems', 'utf8'));
  if (!existsSync('/dev/loop-control')) return false;
  if (!knows() && existsSync('/sbin/modprobe')) {
    try {
      execFileSync('/sbin/modprobe', ['btrfs'], { stdio: 'ignore' });
    } catch {
      // This kernel has no such module.
    }
  }
  return knows();
}
