import * as fs from 'node:fs';
import { join } from 'node:path';
import { mem } from 'systeminformation';
import { asUser, type FileOwner, isReadableBy } from '../../storage/as-user.ts';
import { fileSystemName } from '../host/file-systems.ts';
import { findMissingMount, type MountTables } from '../host/missing-mount.ts';

const mebibyte = 1024 * 1024;

export type DiskFacts = NonNullable<ReturnType<typeof gatherDisk>>;
export type ChainDiskFacts = Awaited<ReturnType<typeof gatherChainDisk>>;

/** Reads the disk of a path; as root, with the permissions of `user`. Null if the path is not accessible. */
export function gatherDisk(path: string, user: FileOwner) {
  try {
    const [{ dev: device }, { blocks, bavail, bsize, ffree, files, type }] = asUser(
      user,
      () => [fs.statSync(path), fs.statfsSync(path)] as const,
    );
    return {
      path,
      device,
      totalMiB: Math.floor((blocks * bsize) / mebibyte),
      freeMiB: Math.floor((bavail * bsize) / mebibyte),
      /** Null for a file system without inode limits. */
      freeInodes: files === 0 ? null : ffree,
      kind: fileSystemName(type),
    };
  } catch {
    return null;
  }
}

export const findUnreadable = (paths: readonly (string | undefined)[], user: FileOwner): string[] =>
  paths.filter((path) => path !== undefined).filter((path) => fs.existsSync(path) && !isReadableBy(user, path));

/** Reads the disk of a data root with the permissions of `user`. `path`: null if unknown. */
export async function gatherChainDisk(path: string | null, user: FileOwner, mounts?: MountTables) {
  const disk = path === null ? null : gatherDisk(path, user);
  return { path, disk, missingMount: path === null ? null : await findMissingMount(path, mounts) };
}

/** Returns the median time of five syncs in a folder, in milliseconds; null if this process may not write there. */
export function measureFsync(folder: string): number | null {
  const path = join(folder, `.doctor-${process.pid}`);
  try {
    const file = fs.openSync(path, 'wx', 0o600);
    try {
      const times = Array.from({ length: 5 }, () => {
        const from = performance.now();
        fs.writeSync(file, 'x'.repeat(4096));
        fs.fsyncSync(file);
        return performance.now() - from;
      });
      return times.toSorted((a, b) => a - b)[2] ?? null;
    } finally {
      fs.closeSync(file);
      fs.rmSync(path, { force: true });
    }
  } catch {
    return null;
  }
}

/** Reads memory and swap. Only the doctor loads this library: a running agent needs no more than what Node reports. */
export async function gatherMemory() {
  const { total, available, swaptotal } = await mem();
  const inMiB = (bytes: number) => Math.floor(bytes / mebibyte);
  return { totalMiB: inMiB(total), availableMiB: inMiB(available), swapMiB: inMiB(swaptotal) };
}
