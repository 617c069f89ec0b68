import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFiles } from '../../../../src/agent/docker/copy/copy-files.ts';
import { shared } from '../../../harness/shared-part.ts';
import { smallDisk } from '../../../harness/small-disk.ts';

const disk = shared(mountSharingDisk, (mounted) => mounted[Symbol.dispose]());

const blockFile = 'regtest/blocks/blk00000.dat';
const sizeMiB = 32;

/** A data directory with one block file. */
function source(under: string): string {
  const from = mkdtempSync(join(under, 'from-'));
  mkdirSync(join(from, 'regtest/blocks'), { recursive: true });
  writeFileSync(join(from, blockFile), Buffer.alloc(sizeMiB * 1024 ** 2, 'block '));
  return from;
}

const copy = (from: string, to: string) =>
  copyFiles({
    ...{ from, to, folders: ['regtest/blocks'], owner: { uid: 0, gid: 0 } },
    ...{ onProgress: () => undefined, signal: new AbortController().signal },
  });

test('where the file system can, a copy shares its blocks until they change', async () => {
  const from = source(disk.path);
  const before = disk.used();
  const to = join(disk.path, 'to');
  expect(await copy(from, to)).toEqual({ bytes: sizeMiB * 1024 ** 2, method: disk.method });
  const taken = disk.used() - before;
  expect(disk.method === 'reflink' ? taken < sizeMiB / 4 : taken >= sizeMiB).toBe(true);
  const original = readFileSync(join(from, blockFile));
  expect(readFileSync(join(to, blockFile)).equals(original)).toBe(true);
  writeFileSync(join(from, blockFile), 'other', { flag: 'r+' });
  expect(readFileSync(join(to, blockFile)).equals(original)).toBe(true);
});

test.each(['to', 'from'] as const)('what goes %s another disk, which shares nothing, is copied', async (direction) => {
  const other = smallDisk(2 * sizeMiB);
  const [here, there] = direction === 'to' ? [disk.path, other.path] : [other.path, disk.path];
  const from = source(here);
  const to = join(there, `copy-${direction}`);
  expect(await copy(from, to)).toEqual({ bytes: sizeMiB * 1024 ** 2, method: 'copy' });
  expect(readFileSync(join(to, blockFile)).equals(readFileSync(join(from, blockFile)))).toBe(true);
});

/** A separate disk on which two files can share blocks, if this machine's kernel has such a file system. */
interface SharingDisk extends Disposable {
  path: string;
  /** How a copy on it must be made. Without btrfs in the kernel, the disk shares nothing and everything is copied. */
  method: 'reflink' | 'copy';
  used(): number;
}

async function mountSharingDisk(): Promise<SharingDisk> {
  const image = `${mkdtempSync(join(tmpdir(), 'satrap-sharing-'))}/disk.img`;
  const path = mkdtempSync(join(tmpdir(), 'satrap-disk-'));
  const method = canShare() ? 'reflink' : 'copy';
  if (method === 'reflink') {
    // Sparse: it grows as it is written.
    writeFileSync(image, '');
    truncateSync(image, 4 * 1024 ** 3);
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
      for (const folder of [path, join(image, '..')]) rmSync(folder, { recursive: true });
    },
  };
}

function canShare(): boolean {
  const knows = () => /\bbtrfs$/m.test(readFileSync('/proc/filesystems', 'utf8'));
  if (!existsSync('/dev/loop-control')) return false;
  try {
    if (!knows()) execFileSync('/sbin/modprobe', ['btrfs'], { stdio: 'ignore' });
  } catch {
    // The kernel has no such module.
  }
  return knows();
}
