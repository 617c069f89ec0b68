import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Block size in `stat`, whatever the file system (stat(2)). */
const blockBytes = 512;

/**
 * Returns the disk usage of a directory in bytes; null if this process cannot see all of it, such as an agent in a
 * container with the engine's volumes.
 */
export async function diskUsage(directory: string): Promise<number | null> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    let bytes = 0;
    for (const entry of entries) bytes += (await lstat(join(entry.parentPath, entry.name))).blocks * blockBytes;
    return bytes;
  } catch {
    // Missing, not permitted, or changed meanwhile: its size is unknown.
    return null;
  }
}
