import { stat, statfs } from 'node:fs/promises';

const mebibyte = 1024 * 1024;

export interface MeasuredDisk {
  device: number;
  totalMiB: number;
  freeMiB: number;
}

/** Measures the disk that holds a path. Undefined where the agent does not see it, such as from within a container. */
export async function measureDisk(path: string): Promise<MeasuredDisk | undefined> {
  try {
    const [{ dev: device }, { blocks, bavail, bsize }] = await Promise.all([stat(path), statfs(path)]);
    return { device, totalMiB: (blocks * bsize) / mebibyte, freeMiB: (bavail * bsize) / mebibyte };
  } catch {
    // The resources of the host say so, with the reason, in the log.
    return undefined;
  }
}
