import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll } from 'vitest';
import { sharedFolder } from './scratch-folder.ts';

/**
 * Returns the folder of a memory disk for the tests of a file, on which every read shows in an access time (`strictatime`).
 * It is mounted before the file's own `beforeAll`, and only for tests that run.
 */
export function strictDisk(name: string, { size }: { size: string }): string {
  const folder = sharedFolder(name);
  const options = `strictatime,size=${size},nr_inodes=1m,mode=755`;
  beforeAll(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]));
  // Not as the result of `beforeAll`, which is called after the folder should be removed.
  afterAll(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}
