import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refused } from '../../runtime/runtime-error.ts';
import { requireSpace } from './copy-files.ts';

const gibibyte = 1024 ** 3;

/**
 * Returns a check before each file that the engine writes to a volume: a sparse file takes its whole size there, which
 * costs a daemon nothing. Compares with the free space of the disk, or with the node's disk request where this process
 * sees no part of the volume's path. The check throws RuntimeError.
 */
export async function archiveSpace(volume: string, diskGiB: number) {
  const seen = await seenPart(volume);
  return async ({ size, done }: { size: number; done: number }): Promise<void> => {
    const advice = 'free disk space to continue';
    if (seen !== null) await requireSpace(seen, size, advice);
    else if (done + size > diskGiB * gibibyte)
      throw refused(`the copy needs more than the ${diskGiB} GiB of the node’s disk request; raise it and try again`);
  };
}

/** The longest part of a path that this process may describe, such as the engine's directory; null if it is elsewhere. */
async function seenPart(path: string): Promise<string | null> {
  try {
    await statfs(path);
    return path;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? seenPart(dirname(path)) : null;
  }
}
