import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where many small writes cost least: in memory, where there is room. */
export function quickFolder(): string {
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 4 * 1024 ** 3 ? '/dev/shm' : tmpdir();
}
