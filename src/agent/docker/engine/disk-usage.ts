import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of one block in the count of `stat`, whatever the file system (stat(2)). */
const blockBytes = 512;

/**
 * Returns the bytes that a directory takes on its disk; null where this process does not see all of it, as an agent in a container does not
 * see the engine's volumes.
 */
export async function diskUsage(directory: string): Promise<number | null> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    let bytes = 0;
    for (const entry of entries) bytes += (await lstat(join(entry.parentPath, entry.name))).blocks * blockBytes;
    return bytes;
  } catch {
    // Not there, not allowed, or changed meanwhile: its size is not known.
    return null;
  }
}
