import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate disk on which two files can share blocks, if this machine's kernel has such a file system. */
export interface SharingDisk extends Disposable {
  path: string;
  /** How a copy on it must be made. Without btrfs in the kernel, the disk shares nothing and everything is copied. */
  method: 'reflink' | 'copy';
  /** Used MiB, including unwritten data. */
  used(): number;
}

/** The image is sparse: it grows as it is written. */
const size = 4 * 1024 ** 3;

/** Mounts one. The caller disposes it. Needs root. */
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
      // The kernel has no such module.
    }
  }
  return knows();
}
